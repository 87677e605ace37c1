import { Component, type ReactNode } from 'react'
import { isChunkMissing, isChunkTimeout } from '#api-client/load-chunk.ts'

/** Around a part whose code comes later: when it does not come the rest of the screen stays, with what was typed there. */
export class PartBoundary extends Component<{ children: ReactNode }, { error?: Error }> {
  override state: { error?: Error } = {}

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (!error) return this.props.children
    if (!isChunkMissing(error) && !isChunkTimeout(error)) throw error
    return (
      <p
        role="alert"
        className="fixed inset-x-4 bottom-4 z-50 mx-auto max-w-md rounded-xl bg-danger-soft px-4 py-3 font-medium text-danger shadow-toast"
      >
        {error.message}
      </p>
    )
  }
}
