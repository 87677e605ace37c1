import { cx } from 'class-variance-authority'

// On one level with the panels, in the order of their opening: the second dialog dims the first.
export const overlayClass = 'fixed inset-0 z-50 animate-fade bg-scrim'
/** A sheet from the bottom on a phone, a centred panel elsewhere. */
export const panelClass = cx(
  'fixed inset-x-0 bottom-0 z-50 max-h-[92dvh] overflow-y-auto overscroll-contain rounded-t-3xl bg-surface p-5 pb-[max(1.25rem,env(safe-area-inset-bottom))]',
  'shadow-sheet animate-rise sm:inset-auto sm:top-1/2 sm:left-1/2 sm:w-[min(30rem,calc(100vw-2rem))] sm:-translate-1/2 sm:rounded-3xl sm:p-7',
)
