import type { Put } from './journal.ts'
import type { CardRecord, ChargeRecord, DisputeRecord, RefundRecord } from './records.ts'

const RESPONSE_TIME_S = 9 * 24 * 60 * 60

/** A record as this version knows it: members that an earlier one did not write get the value that it meant. */
export function upgraded(put: Put): Put {
  switch (put[0]) {
    case 'intents':
      return ['intents', { ...noGroup, ...put[1] }]
    case 'charges':
      return ['charges', { ...noGroup, ...noCharge, ...put[1] }]
    case 'refunds':
      return ['refunds', { ...noRefund, ...put[1] }]
    case 'disputes':
      return ['disputes', { ...noDispute(put[1]), ...put[1] }]
    case 'paymentMethods':
      return ['paymentMethods', { ...put[1], card: upgradedCard(put[1].card) }]
    case 'tokens':
      return ['tokens', { ...put[1], card: upgradedCard(put[1].card) }]
    case 'balanceTransactions':
      return ['balanceTransactions', { ...onPlatform, ...put[1] }]
    case 'events':
      return ['events', { ...onPlatform, ...put[1] }]
    default:
      return put
  }
}

function upgradedCard(card: CardRecord): CardRecord {
  return { ...{ networks: [card.brand] }, ...card }
}

/** Before there were connected accounts, everything was the platform's. */
const onPlatform = { accountId: null }

const noGroup = { transferGroup: null }

const noCharge = {
  balanceTransactionId: null,
  fraudReport: null,
} satisfies Partial<ChargeRecord>

const noRefund = {
  status: 'succeeded',
  failureReason: null,
  balanceTransactionId: null,
  failureBalanceTransactionId: null,
  settlement: null,
} satisfies Partial<RefundRecord>

const noDispute = ({ created }: DisputeRecord): Partial<DisputeRecord> => ({
  dueBy: created + RESPONSE_TIME_S,
  status: 'needs_response',
  reason: 'fraudulent',
  caseType: 'chargeback',
  networkReasonCode: '83',
  enhancedType: null,
  evidence: {},
  submissionCount: 0,
  pastDue: false,
  metadata: {},
  balanceTransactionIds: [],
  settlement: null,
})
