import type { ReactElement } from 'react'
import type { ToastOptions } from 'react-hot-toast'
import { loadChunk } from '#api-client/load-chunk.ts'

type Show = (message: string | ReactElement, options?: ToastOptions) => void

/**
 * Says in passing how something went. What draws it comes with the first thing that a person does (`shell/toasts.tsx`), and is
 * no part of a screen's first load.
 */
export const toast: Record<'success' | 'error', Show> = { success: show('success'), error: show('error') }

function show(kind: 'success' | 'error'): Show {
  return (message, options) => {
    const loading = loadChunk(() => import('react-hot-toast'))
    loading.then(
      ({ default: hotToast }) => hotToast[kind](message, options),
      // Without its code nothing can be shown.
      () => undefined,
    )
  }
}
