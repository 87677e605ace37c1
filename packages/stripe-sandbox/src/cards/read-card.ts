import { createHash } from 'node:crypto'
import { brandRule } from '../browser/card/brand.ts'
import { digitsOf, numberState } from '../browser/card/card-number.ts'
import type { CardRecord } from '../state/records.ts'
import { findTestCard, type TestCard } from '../test-cards.ts'
import { ApiError } from '../wire/api-error.ts'
import type { ParamReader } from '../wire/param-reader.ts'

/** Card data as the element sends it. */
export type RawCard = { number: string; expMonth: number; expYear: number; cvc: string | null }

export function readRawCard(params: ParamReader): RawCard {
  return {
    number: digitsOf(params.requiredText('number')),
    expMonth: params.requiredInteger('exp_month'),
    expYear: params.requiredInteger('exp_year'),
    cvc: params.text('cvc') ?? null,
  }
}

/**
 * Checks the data of a card and finds the test card that it is; the number and the security code go no further.
 * @param now Unix seconds
 * @throws ApiError 402 for what cannot be a card, an expired one, and a number that is no test card
 */
export function recogniseCard(raw: RawCard, now: number): CardRecord {
  if (numberState(raw.number) !== 'complete') {
    throw cardError('incorrect_number', 'Your card number is incorrect.', 'number')
  }
  const year = raw.expYear < 100 ? 2000 + raw.expYear : raw.expYear
  if (raw.expMonth < 1 || raw.expMonth > 12) {
    throw cardError('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month')
  }
  const today = new Date(now * 1000)
  if (year < today.getUTCFullYear() || year > today.getUTCFullYear() + 50) {
    throw cardError('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year')
  }
  if (year === today.getUTCFullYear() && raw.expMonth < today.getUTCMonth() + 1) {
    throw cardError('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month')
  }
  if (raw.cvc !== null && (!/^\d+$/.test(raw.cvc) || raw.cvc.length !== brandRule(raw.number).cvcLength)) {
    throw cardError('invalid_cvc', "Your card's security code is invalid.", 'cvc')
  }
  const card = findTestCard(raw.number)
  if (!card) throw notATestCard()
  return cardRecord(card, { expMonth: raw.expMonth, expYear: year, cvcGiven: raw.cvc !== null })
}

/** A test card as a test token gives it: valid until the next year's August. */
export function tokenCard(card: TestCard, now: number): CardRecord {
  return cardRecord(card, { expMonth: 8, expYear: new Date(now * 1000).getUTCFullYear() + 1, cvcGiven: true })
}

function cardRecord(card: TestCard, rest: Pick<CardRecord, 'expMonth' | 'expYear' | 'cvcGiven'>): CardRecord {
  return {
    brand: card.brand,
    last4: card.number.slice(-4),
    country: card.country,
    funding: card.funding,
    networks: [...(card.networks ?? [card.brand])],
    fingerprint: createHash('sha256').update(card.number).digest('base64url').replace(/[-_]/g, '').slice(0, 16),
    outcome: card.outcome,
    ...rest,
  }
}

function notATestCard(): ApiError {
  return new ApiError(402, {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'test_mode_live_card',
    message:
      'Your card was declined. Your request was in test mode, but used a non test (live) card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
  })
}

function cardError(code: string, message: string, param: string): ApiError {
  return new ApiError(402, { type: 'card_error', code, message, param })
}
