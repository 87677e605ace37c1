import { createFileRoute } from '@tanstack/react-router'
import { requireAdmin } from '#session/guards.ts'

/** Everything below is for admins. */
export const Route = createFileRoute('/_signed-in/dashboard/_admin')({ beforeLoad: requireAdmin })
