import { createFileRoute } from '@tanstack/react-router'
import { FlaggedPricesScreen } from '#moderation/flagged-prices-screen.tsx'
import { pageName } from '#ui/page-name.ts'

export const Route = createFileRoute('/_signed-in/dashboard/_admin/FlaggedPrices')({
  head: () => pageName('Flagged prices'),
  // No loader: what loads ahead is a part of the site's first code, which is full.
  component: FlaggedPricesScreen,
})
