import { lazyPart } from './lazy-part.tsx'

/** Asks before an act, and does it. */
export const ActDialog = lazyPart(() => import('./act-dialog.tsx'))
/** Asks for the reason of an act, and does it. */
export const ReasonDialog = lazyPart(() => import('./reason-dialog.tsx'))
