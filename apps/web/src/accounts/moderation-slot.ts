import { lazyPart } from '#ui/lazy-part.tsx'

/** Asks for the reason of what an admin decides about an account. */
export const ModerationDialog = lazyPart(() => import('./moderation-dialog.tsx'))
