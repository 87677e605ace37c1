import { lazyPart } from '#ui/lazy-part.tsx'

/** Asks before a user is removed, and removes them. */
export const RemovalDialog = lazyPart(() => import('./removal-dialog.tsx'))
