import { onlineManager } from '@tanstack/react-query'

const PATH = '/healthz'
/** How long until the server is looked for again while it is out of reach, in milliseconds. */
export const LOOK_AGAIN_MS = 15_000
/** How long an answer may take, in milliseconds: where the signal is weak it may never come. */
const ANSWER_MS = 4000

let timer: ReturnType<typeof setTimeout> | undefined
let looking: Promise<boolean> | undefined

/**
 * Finds out whether the server is in reach, and tells `onlineManager`, which everything asks that waits for a connection. A
 * browser that says it is offline may still reach a server on its own machine.
 */
export function lookForServer(): Promise<boolean> {
  looking ??= look().finally(() => {
    looking = undefined
  })
  return looking
}

async function look(): Promise<boolean> {
  clearTimeout(timer)
  const isThere = await fetch(PATH, { cache: 'no-store', signal: AbortSignal.timeout(ANSWER_MS) }).then(
    isAnswer,
    () => false,
  )
  onlineManager.setOnline(isThere)
  if (!isThere) timer = setTimeout(() => void lookForServer(), LOOK_AGAIN_MS)
  return isThere
}

// A server in trouble is in reach. The sign-in page of a public network is no answer of ours.
function isAnswer({ headers }: Response): boolean {
  return /\bjson\b/.test(headers.get('content-type') ?? '')
}

/** Looks whenever the browser says that its connection has changed. */
export function followConnection(): void {
  onlineManager.setEventListener(() => {
    const changed = () => void lookForServer()
    addEventListener('online', changed)
    addEventListener('offline', changed)
    return () => {
      removeEventListener('online', changed)
      removeEventListener('offline', changed)
    }
  })
}
