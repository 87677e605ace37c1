import { createFileRoute } from '@tanstack/react-router'
import { requireSignedIn } from '#session/guards.ts'

/** Everything below is for whoever is signed in. */
export const Route = createFileRoute('/_signed-in')({ beforeLoad: requireSignedIn })
