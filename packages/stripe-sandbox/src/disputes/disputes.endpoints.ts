import type { DisputeRecord } from '../state/records.ts'
import type { Endpoint } from '../wire/endpoint.ts'
import { listPage, readPageParams } from '../wire/paging.ts'
import type { ParamReader } from '../wire/param-reader.ts'
import { decideDispute } from './decide-dispute.ts'
import { isInquiry } from './dispute-states.ts'
import { evidenceNames, MAX_EVIDENCE_LENGTH } from './evidence.ts'
import { findDispute } from './find-dispute.ts'
import { presentDispute } from './present-dispute.ts'
import { updateDispute } from './update-dispute.ts'

export const disputeEndpoints: Endpoint[] = [
  {
    method: 'GET',
    path: '/v1/disputes',
    run({ context, params }) {
      const page = readPageParams(params)
      const intentId = params.filledText('payment_intent')
      const chargeId = params.filledText('charge')
      params.done()
      const records = context.tx
        .all('disputes')
        .filter(one => intentId === undefined || one.intentId === intentId)
        .filter(one => chargeId === undefined || one.chargeId === chargeId)
      const show = (dispute: DisputeRecord) => presentDispute(dispute, context.tx)
      return { object: listPage({ records, kind: 'dispute', url: '/v1/disputes', show }, page) }
    },
  },
  {
    method: 'GET',
    path: '/v1/disputes/:id',
    run({ context, params, id }) {
      params.done()
      return { object: presentDispute(findDispute(context, id), context.tx) }
    },
  },
  {
    method: 'POST',
    path: '/v1/disputes/:id',
    run({ context, params, id }) {
      const dispute = findDispute(context, id)
      const evidence = readEvidence(params)
      const update = {
        evidence: evidence ?? {},
        // Evidence is submitted unless it is said to be a draft.
        submit: params.boolean('submit') ?? evidence !== undefined,
        metadata: params.metadata(dispute.metadata),
      }
      params.refuse('intended_submission_method')
      params.done()
      return { object: presentDispute(updateDispute(context, dispute, update), context.tx) }
    },
  },
  {
    method: 'POST',
    path: '/v1/disputes/:id/close',
    run({ context, params, id }) {
      const dispute = findDispute(context, id)
      params.done()
      const closed = decideDispute(context, dispute, isInquiry(dispute) ? 'warning_closed' : 'lost')
      return { object: presentDispute(closed, context.tx) }
    },
  },
]

function readEvidence(params: ParamReader): Record<string, string | null> | undefined {
  const evidence = params.hash('evidence')
  if (!evidence) return undefined
  evidence.refuse('appeal', 'enhanced_evidence')
  return Object.fromEntries(
    evidenceNames.flatMap(name => {
      const text = evidence.text(name, MAX_EVIDENCE_LENGTH)
      return text === undefined ? [] : [[name, text]]
    }),
  )
}
