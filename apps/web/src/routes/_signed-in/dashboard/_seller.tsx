import { createFileRoute } from '@tanstack/react-router'
import { requireSeller } from '#session/guards.ts'

/** Everything below is for sellers. */
export const Route = createFileRoute('/_signed-in/dashboard/_seller')({ beforeLoad: requireSeller })
