import { createFileRoute } from '@tanstack/react-router'
import { requireAdmin } from '../../../app/guards.ts'

/** Everything below is for admins. */
export const Route = createFileRoute('/_signed-in/dashboard/_admin')({ beforeLoad: requireAdmin })
