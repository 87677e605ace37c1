import { createFileRoute } from '@tanstack/react-router'
import { DashboardScreen } from '#dashboard/dashboard-screen.tsx'
import { pageName } from '#ui/page-name.ts'

export const Route = createFileRoute('/_signed-in/dashboard/')({
  head: () => pageName('Dashboard'),
  component: DashboardScreen,
})
