import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { inherited } from '@second-ring/server-process/env'
import { decodeCpuMs, decodeMs, decodeWaitMs, maximumDecoders } from '../limits.ts'
import { UploadError } from '../upload-error.ts'
import type { MemoryBound } from './bind-memory.ts'
import type { DecoderMessage, DecoderTask } from './decoder-process.ts'
import type { SocialCard } from './draw-card.ts'
import type { AvifRenditions } from './render-avif.ts'
import { type RenderedPicture, TOO_MUCH_MEMORY } from './render-picture.ts'

/** Who has sent a picture. */
export type Sender = { address: string; account: string }

export type Decoders = {
  /**
   * Draws a picture again, in a process of its own. Its turn may have to be waited for.
   * Throws a UploadError for what is no whole picture, is too large, takes too long or too much memory, or is abandoned.
   * @param abandoned aborted when nobody waits for it any more: its process is ended
   * @param sender addresses take turns, and of each address its accounts; everyone is the same one by default
   */
  render(file: string, abandoned?: AbortSignal, sender?: Sender): Promise<RenderedPicture>
  /**
   * Draws a stored picture as AVIF, in the same way and within the same bounds; its turn is one of a sender of its own.
   * Throws a UploadError as `render` does.
   */
  renderAvif(file: string): Promise<AvifRenditions>
  /**
   * Draws the picture that previews of a link to a phone show, as JPEG, in the same way and within the same bounds.
   * Throws a UploadError with 413 or 503 when it takes too long or too many are waited for.
   */
  drawCard(card: SocialCard, abandoned?: AbortSignal, sender?: Sender): Promise<Uint8Array>
  /** Begins a process. Returns what binds its memory; throws an Error when none can be begun. */
  check(): Promise<MemoryBound>
  /** The ids of the processes that run now. */
  pids(): number[]
  stop(): void
}

type DecodersOptions = {
  /** Processes at one time; 2 by default. */
  size?: number
  /** Milliseconds that one picture may take; 20,000 by default. */
  timeout?: number
  /** Milliseconds that a picture may wait for its turn; 45,000 by default. */
  wait?: number
  /** Milliseconds of processor time that one picture may take; 5,000 by default. */
  cpuTime?: number
  /** Milliseconds after which a process without work is ended; 10,000 by default. */
  idle?: number
}

type Decoder = { child: ChildProcess; ready: Promise<MemoryBound>; ending?: NodeJS.Timeout }

/** Longer than a start takes on a machine that has a great deal else to do. */
const startMs = 20_000

// Beside this file from the sources; of the same name beside the server's bundle.
const entry = import.meta.url.endsWith('.ts') ? './decoder-process.ts' : './decoder-process.js'

/** Nothing of the server's environment: whoever breaks a decoder by a picture finds no secret in it. */
const environment = {
  PATH: inherited.PATH ?? '',
  UV_THREADPOOL_SIZE: '2',
  // What one picture took goes back to the system at once, and is not missing to the next one.
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
}

const overdueError = () => new UploadError(413, 'This picture takes too long to read. Send it smaller.')
const busyError = () => new UploadError(503, 'Too many pictures at once. Try again in a moment.', { retryAfterS: 5 })
const abandonedError = () => new UploadError(400, 'The upload was given up.')

/** The next message of a child; rejects when it ends before, with `onEnd`'s error. */
const nextMessage = (child: ChildProcess, stop: AbortSignal, onEnd: () => Error): Promise<DecoderMessage> =>
  new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      child.off('message', onMessage).off('exit', onExit).off('error', onExit)
      stop.removeEventListener('abort', onAbort)
      act()
    }
    const onMessage = (message: unknown) => settle(() => resolve(message as DecoderMessage))
    const onExit = () => settle(() => reject(onEnd()))
    const onAbort = () => settle(() => reject(stop.reason))
    if (stop.aborted) return reject(stop.reason)
    child.once('message', onMessage).once('exit', onExit).once('error', onExit)
    stop.addEventListener('abort', onAbort)
    if (child.exitCode !== null || child.signalCode !== null) onExit()
  })

const begin = (cpuTime: number): Decoder => {
  const child = fork(new URL(entry, import.meta.url), [`${cpuTime}`], {
    env: environment,
    execArgv: ['--max-old-space-size=64'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  // A child that cannot be started or written to ends, which is waited for where it matters.
  child.on('error', () => child.kill('SIGKILL'))
  const failure = (why: string) => new Error(`The process that decodes pictures does not start: ${why}`)
  const started = nextMessage(child, AbortSignal.timeout(startMs), () => failure('it ended'))
  const ready = started.then(message => {
    if ('ready' in message) return message.ready
    throw failure('failed' in message ? message.failed : 'it says something else')
  })
  ready.catch(() => undefined)
  return { child, ready }
}

/** Ends a process and waits until its memory is free. */
const end = async ({ child }: Decoder): Promise<void> => {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

/** The error of a task that has no result. */
const failureOf = (message: DecoderMessage): Error => {
  if ('rejected' in message) {
    const { status, message: words, cause } = message.rejected
    return new UploadError(status, words, { cause: new Error(cause) })
  }
  return new Error('failed' in message ? message.failed : 'A decoder answers something else than it was asked')
}

/**
 * At most so many at one time. Addresses take turns, and of each address its accounts: whoever sends much waits for what they
 * sent themselves, and others for at most one of each address.
 */
const createTurns = (most: number, waitMs: number) => {
  // Who had a turn is put at the end, as a map keeps the order in which keys were put in.
  const addresses = new Map<string, Map<string, Set<() => void>>>()
  let taken = 0
  const leave = ({ address, account }: Sender, enter: () => void): void => {
    const accounts = addresses.get(address)
    const waiting = accounts?.get(account)
    waiting?.delete(enter)
    if (waiting?.size === 0) accounts?.delete(account)
    if (accounts?.size === 0) addresses.delete(address)
  }
  const join = ({ address, account }: Sender, enter: () => void): void => {
    const accounts = addresses.get(address) ?? new Map<string, Set<() => void>>()
    const waiting = accounts.get(account) ?? new Set()
    addresses.set(address, accounts.set(account, waiting.add(enter)))
  }
  const take = async (sender: Sender, abandoned: AbortSignal): Promise<void> => {
    if (abandoned.aborted) throw abandonedError()
    if (taken < most) {
      taken += 1
      return
    }
    await new Promise<void>((resolve, reject) => {
      const settle = (act: () => void) => {
        clearTimeout(timer)
        abandoned.removeEventListener('abort', giveUp)
        act()
      }
      const enter = () => settle(resolve)
      const end = (error: UploadError) => {
        leave(sender, enter)
        settle(() => reject(error))
      }
      const giveUp = () => end(abandonedError())
      const timer = setTimeout(() => end(busyError()), waitMs)
      join(sender, enter)
      abandoned.addEventListener('abort', giveUp, { once: true })
    })
  }
  const give = (): void => {
    for (const [address, accounts] of addresses)
      for (const [account, waiting] of accounts)
        for (const next of waiting) {
          leave({ address, account }, next)
          if (accounts.delete(account) && waiting.size > 0) accounts.set(account, waiting)
          if (addresses.delete(address) && accounts.size > 0) addresses.set(address, accounts)
          next()
          return
        }
    taken -= 1
  }
  return { take, give }
}

/**
 * Processes that decode pictures: native code that a picture makes use all memory, or hang, or crash, does so there. They
 * begin when one is needed and end when none has been for a while. Each bounds its own memory (`bind-memory.ts`).
 */
export const createDecoders = (options: DecodersOptions = {}): Decoders => {
  const { size = maximumDecoders, timeout = decodeMs, wait = decodeWaitMs, cpuTime = decodeCpuMs } = options
  const { idle: idleMs = 10_000 } = options
  const turns = createTurns(size, wait)
  const all = new Set<Decoder>()
  const idle: Decoder[] = []

  const start = (): Decoder => {
    const decoder = begin(cpuTime)
    all.add(decoder)
    decoder.child.once('exit', () => {
      all.delete(decoder)
      const index = idle.indexOf(decoder)
      if (index >= 0) idle.splice(index, 1)
    })
    return decoder
  }

  const rest = (decoder: Decoder): void => {
    idle.push(decoder)
    // What has no work holds up nobody's end.
    decoder.child.unref()
    decoder.child.channel?.unref()
    decoder.ending = setTimeout(() => {
      idle.splice(idle.indexOf(decoder), 1)
      void end(decoder)
    }, idleMs).unref()
  }

  const decode = async (
    { child, ready }: Decoder,
    task: DecoderTask,
    abandoned: AbortSignal,
  ): Promise<DecoderMessage> => {
    await ready
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(overdueError()), timeout)
    const giveUp = () => late.abort(abandonedError())
    abandoned.addEventListener('abort', giveUp, { once: true })
    if (abandoned.aborted) giveUp()
    try {
      const answer = nextMessage(child, late.signal, () => new UploadError(413, TOO_MUCH_MEMORY))
      if (!late.signal.aborted) child.send(task)
      const message = await answer
      if ('overdue' in message) throw overdueError()
      return message
    } finally {
      clearTimeout(timer)
      abandoned.removeEventListener('abort', giveUp)
    }
  }

  const withDecoder = async <T>(
    { abandoned, sender }: { abandoned: AbortSignal; sender: Sender },
    work: (decoder: Decoder) => Promise<T>,
  ): Promise<T> => {
    await turns.take(sender, abandoned)
    const decoder = idle.pop() ?? start()
    clearTimeout(decoder.ending)
    decoder.child.ref()
    decoder.child.channel?.ref()
    try {
      const result = await work(decoder)
      rest(decoder)
      return result
    } catch (error) {
      // It has not answered: what it was doing may still go on.
      await end(decoder)
      throw error
    } finally {
      turns.give()
    }
  }

  const never = new AbortController().signal
  const anyone = { address: '', account: '' }
  // Nobody who uploads is of this address.
  const product = { address: 'second-ring', account: '' }
  return {
    render: async (file, abandoned = never, sender = anyone) => {
      const message = await withDecoder({ abandoned, sender }, decoder => decode(decoder, file, abandoned))
      if ('picture' in message) return message.picture
      throw failureOf(message)
    },
    renderAvif: async file => {
      const turn = { abandoned: never, sender: product }
      const message = await withDecoder(turn, decoder => decode(decoder, { stored: file }, never))
      if ('avif' in message) return message.avif
      throw failureOf(message)
    },
    drawCard: async (card, abandoned = never, sender = anyone) => {
      const message = await withDecoder({ abandoned, sender }, decoder => decode(decoder, { card }, abandoned))
      if ('card' in message) return message.card
      throw failureOf(message)
    },
    check: () => withDecoder({ abandoned: never, sender: anyone }, ({ ready }) => ready),
    pids: () => [...all].flatMap(({ child }) => child.pid ?? []),
    stop: () => {
      for (const { child } of all) child.kill('SIGKILL')
    },
  }
}
