import { answerOf } from '../wire/answer.ts'
import type { Received } from './send-wire.ts'
import type { turns } from './turns.ts'
import type { Wire } from './wire.ts'

/** No answer may take longer, in milliseconds. */
const LIMIT_MS = 2000
const TRIES = 3

export interface Judged extends Received {
  /** What is wrong with the answer; null when nothing is. */
  why: string | null
}

interface Asking {
  gate: ReturnType<typeof turns>
  send(wire: Wire): Promise<Received>
}

/**
 * Makes a request and says what is wrong with its answer. What was slow among others, or lost, is asked again alone, and
 * the best try counts: a busy machine is no defect.
 */
export async function judge(wire: Wire, { gate, send }: Asking): Promise<Judged> {
  const first = await gate.sideBySide(() => send(wire))
  const best = isFine(wire, first) ? first : await gate.alone(() => bestOf(wire, send))
  return { ...best, why: faultIn(wire, best) }
}

async function bestOf(wire: Wire, send: Asking['send']): Promise<Received> {
  let received = await send(wire)
  for (let tries = 1; tries < TRIES && !isFine(wire, received); tries += 1) received = await send(wire)
  return received
}

function isFine(wire: Wire, { answer, ms }: Received): boolean {
  return ms <= LIMIT_MS && (answer !== null || wire.kind === 'broken')
}

function faultIn(wire: Wire, received: Received): string | null {
  const { answer, ms } = received
  if (ms > LIMIT_MS) return `took ${Math.round(ms)} ms`
  if (answer === null) return wire.kind === 'broken' ? null : 'was closed without an answer'
  const { status, headers, text } = answer
  if (status >= 500) return `was answered ${status}: ${text.slice(0, 300)}`
  if (published.test(wire.path) || sandbox.test(wire.path)) return null
  try {
    answerOf(status, headers, text)
  } catch (error) {
    return error instanceof Error ? error.message.slice(0, 300) : 'was answered as none may be'
  }
  const event = /^event: serialized-error\ndata: (.*)$/m.exec(text)?.[1]
  if (event !== undefined) return isRefusal(event) ? null : 'ended the stream without a code'
  return status >= 400 && text !== '' && !isRefusal(text) ? `was refused without a code: ${text.slice(0, 300)}` : null
}

/** What the product tells of itself uses some of the words that a broken answer would. */
const published = /^\/(?:docs|openapi\.json)\b/

/** The image host's sandbox refuses in the image host's words. */
const sandbox = /^\/(?:1\/upload|images)\b/

/** Whether an answer says in the product's way why it refuses; a batch does for each of its calls. */
function isRefusal(text: string): boolean {
  try {
    const told: unknown = JSON.parse(text)
    return [told].flat().every(each => typeof each === 'object' && each !== null && ways.some(way => way in each))
  } catch {
    return false
  }
}

/** What one of these has is an answer of REST's errors, of tRPC's calls or of a stream's last event. */
const ways = ['code', 'error', 'result', 'data']
