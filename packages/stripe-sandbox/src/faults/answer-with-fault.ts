import { answerError } from '../wire/error-answer.ts'
import { providerFault } from '../wire/provider-fault.ts'
import type { CallFault, CallFaults } from './call-faults.ts'

/** An answer on its way out; `cut` ends the connection in its place. */
export type Answer = { status: number; body: string; type?: string; location?: string } | 'cut'

/**
 * Answers a call that a fault befalls. A `500` is not made here: it is the provider's own answer, stored for the
 * idempotency key as any other.
 */
export async function answerWithFault(
  fault: CallFault,
  { faults, requestId, carryOut }: { faults: CallFaults; requestId: string; carryOut: () => Promise<Answer> },
): Promise<Answer> {
  const { kind, when } = fault
  if (kind === '500') return carryOut()
  if (kind === 'hang' || kind === 'slow') {
    if (when === 'before') await faults.hold(fault)
    const answer = await carryOut()
    if (when === 'after') await faults.hold(fault)
    return answer
  }
  const answer = when === 'after' ? await carryOut() : undefined
  switch (kind) {
    case 'cut':
      return 'cut'
    case 'not_json':
      return { status: 200, body: '<html><body>It works!</body></html>', type: 'text/html' }
    case 'empty':
      return { status: 200, body: '{}' }
    case 'null_metadata':
      return answer === undefined || answer === 'cut' ? 'cut' : { ...answer, body: withoutMetadata(answer.body) }
    case '302':
    case '307':
      return { status: Number(kind), body: '', location: fault.location ?? '/moved' }
    case '503':
      return answerError(providerFault(503), requestId)
    case '429':
      return answerError(providerFault(429), requestId)
  }
}

function withoutMetadata(body: string): string {
  return JSON.stringify(JSON.parse(body, (name, value) => (name === 'metadata' ? null : value)))
}
