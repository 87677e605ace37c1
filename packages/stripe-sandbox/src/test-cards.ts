import { type Brand, brandRule } from './browser/card/brand.ts'
import type { CardOutcome } from './cards/card-outcome.ts'

export type CardBrand = Brand

export type TestCard = {
  number: string
  brand: CardBrand
  outcome: CardOutcome
  /** What it does, in a few words for a table. */
  label: string
  /** Where it was issued, ISO 3166-1 alpha-2. */
  country: string
  funding: 'credit' | 'debit' | 'prepaid'
  /** The networks that it can run on, where that is not its brand alone. */
  networks?: readonly string[]
  /** What stands for it in code: `pm_card_<name>` and `tok_<name>`. */
  names: readonly string[]
}

type More = Partial<Pick<TestCard, 'country' | 'funding' | 'networks' | 'names'>>

const card = (number: string, outcome: CardOutcome, label: string, more: More = {}): TestCard => ({
  number,
  brand: brandRule(number).brand,
  outcome,
  label,
  country: 'US',
  funding: 'credit',
  names: [],
  ...more,
})
const pays = (number: string, label: string, more?: More) => card(number, 'succeeds', label, more)
const named = (number: string, outcome: CardOutcome, label: string, ...names: string[]) =>
  card(number, outcome, label, { names })
const issuedIn = (country: string, number: string, more?: More) =>
  pays(number, `Succeeds (${country})`, { country, names: [country.toLowerCase()], ...more })

/**
 * The card numbers that this provider knows; any other well-formed number is taken for a real card and rejected. Any
 * future date, any security code and any postal code go with them. Source: what Stripe's testing page says of cards
 * (August 2026), without those of card readers.
 */
export const testCards: readonly TestCard[] = [
  pays('4242424242424242', 'Succeeds', { names: ['visa', 'us'] }),
  pays('4000056655665556', 'Succeeds (debit)', { funding: 'debit', names: ['visa_debit'] }),
  pays('5555555555554444', 'Succeeds', { names: ['mastercard'] }),
  pays('2223003122003222', 'Succeeds (2-series)'),
  pays('5200828282828210', 'Succeeds (debit)', { funding: 'debit', names: ['mastercard_debit'] }),
  pays('5105105105105100', 'Succeeds (prepaid)', { funding: 'prepaid', names: ['mastercard_prepaid'] }),
  named('378282246310005', 'authentication_not_supported', 'Succeeds', 'amex', 'amex_threeDSecureNotSupported'),
  pays('371449635398431', 'Succeeds'),
  pays('6011111111111117', 'Succeeds', { names: ['discover'] }),
  pays('6011000990139424', 'Succeeds'),
  pays('6011981111111113', 'Succeeds (debit)', { funding: 'debit' }),
  pays('3056930009020004', 'Succeeds', { names: ['diners'] }),
  pays('36227206271667', 'Succeeds (14 digits)'),
  pays('6555900000604105', 'Succeeds (BCcard)', { country: 'KR' }),
  pays('3566002020360505', 'Succeeds', { country: 'JP', names: ['jcb'] }),
  pays('6200000000000005', 'Succeeds', { country: 'CN', names: ['unionpay'] }),
  pays('6200000000000047', 'Succeeds (debit)', { country: 'CN', funding: 'debit' }),
  pays('6205500000000000004', 'Succeeds (19 digits)', { country: 'CN' }),

  pays('4000002500001001', 'Succeeds (Cartes Bancaires)', {
    country: 'FR',
    names: ['visa_cartesBancaires'],
    networks: ['cartes_bancaires', 'visa'],
  }),
  pays('5555552500001001', 'Succeeds (Cartes Bancaires)', {
    country: 'FR',
    names: ['mastercard_cartesBancaires'],
    networks: ['cartes_bancaires', 'mastercard'],
  }),
  pays('4000050360000001', 'Succeeds (eftpos)', {
    country: 'AU',
    funding: 'debit',
    names: ['visa_debit_eftposAuCoBranded'],
    networks: ['eftpos_au', 'visa'],
  }),
  pays('5555050360000080', 'Succeeds (eftpos)', {
    country: 'AU',
    funding: 'debit',
    names: ['mastercard_debit_eftposAuCoBranded'],
    networks: ['eftpos_au', 'mastercard'],
  }),
  pays('4000051230000072', 'Succeeds (FSA or HSA)', {
    funding: 'debit',
    names: ['debit_visaFsaProductCode', 'debit_visaHsaProductCode'],
  }),
  pays('5200828282828897', 'Succeeds (FSA)', {
    funding: 'debit',
    names: ['mastercard_debit_mastercardFsaProductCode'],
  }),

  issuedIn('AR', '4000000320000021'),
  issuedIn('BR', '4000000760000002'),
  issuedIn('CA', '4000001240000000'),
  issuedIn('CL', '4000001520000001'),
  issuedIn('CO', '4000001700000003'),
  issuedIn('CR', '4000001880000005'),
  issuedIn('EC', '4000002180000000'),
  issuedIn('MX', '4000004840008001'),
  issuedIn('MX', '5062210000000009', { names: [], networks: ['carnet'] }),
  issuedIn('PA', '4000005910000000'),
  issuedIn('PY', '4000006000000066'),
  issuedIn('PE', '4000006040000068'),
  issuedIn('UY', '4000008580000003'),
  issuedIn('AE', '4000007840000001'),
  issuedIn('AE', '5200007840000022', { names: ['ae_mastercard'] }),
  issuedIn('AT', '4000000400000008'),
  issuedIn('BE', '4000000560000004'),
  issuedIn('BG', '4000001000000000'),
  issuedIn('BY', '4000001120000005'),
  issuedIn('HR', '4000001910000009'),
  issuedIn('CY', '4000001960000008'),
  issuedIn('CZ', '4000002030000002'),
  issuedIn('DK', '4000002080000001'),
  issuedIn('EE', '4000002330000009'),
  issuedIn('FI', '4000002460000001'),
  issuedIn('FR', '4000002500000003'),
  issuedIn('DE', '4000002760000016'),
  issuedIn('GI', '4000002920000005'),
  issuedIn('GR', '4000003000000030'),
  issuedIn('HU', '4000003480000005'),
  issuedIn('IE', '4000003720000005'),
  issuedIn('IT', '4000003800000008'),
  issuedIn('LV', '4000004280000005'),
  issuedIn('LI', '4000004380000004'),
  issuedIn('LT', '4000004400000000'),
  issuedIn('LU', '4000004420000006'),
  issuedIn('MT', '4000004700000007'),
  issuedIn('NL', '4000005280000002'),
  issuedIn('NO', '4000005780000007'),
  issuedIn('PL', '4000006160000005'),
  issuedIn('PT', '4000006200000007'),
  issuedIn('RO', '4000006420000001'),
  issuedIn('SA', '4000006820000007', { names: [] }),
  issuedIn('SI', '4000007050000006'),
  issuedIn('SK', '4000007030000001'),
  issuedIn('ES', '4000007240000007'),
  issuedIn('SE', '4000007520000008'),
  issuedIn('CH', '4000007560000009'),
  issuedIn('GB', '4000008260000000'),
  issuedIn('GB', '4000058260000005', { funding: 'debit', names: ['gb_debit'] }),
  issuedIn('GB', '5555558265554449', { names: ['gb_mastercard'] }),
  issuedIn('AU', '4000000360000006'),
  issuedIn('CN', '4000001560000002'),
  issuedIn('HK', '4000003440000004'),
  issuedIn('IN', '4000003560000008'),
  issuedIn('JP', '4000003920000003'),
  issuedIn('JP', '3530111333300000', { names: [] }),
  issuedIn('MY', '4000004580000002'),
  issuedIn('NZ', '4000005540000008'),
  issuedIn('SG', '4000007020000003'),
  issuedIn('TW', '4000001580000008'),
  issuedIn('TH', '4000007640000003', { names: ['th_credit'] }),
  issuedIn('TH', '4000057640000008', { funding: 'debit', names: ['th_debit'] }),

  named('4000000000000002', 'generic_decline', 'Declined', 'chargeDeclined'),
  named('4000000000009995', 'insufficient_funds', 'Declined: insufficient funds', 'chargeDeclinedInsufficientFunds'),
  named('4000000000009987', 'lost_card', 'Declined: lost card', 'chargeDeclinedLostCard'),
  named('4000000000009979', 'stolen_card', 'Declined: stolen card', 'chargeDeclinedStolenCard'),
  named('4000000000000069', 'expired_card', 'Declined: expired card', 'chargeDeclinedExpiredCard'),
  named('4000000000000127', 'incorrect_cvc', 'Declined: incorrect security code', 'chargeDeclinedIncorrectCvc'),
  named('4000000000000119', 'processing_error', 'Declined: processing error', 'chargeDeclinedProcessingError'),
  named('4000000000006975', 'velocity_exceeded', 'Declined: too often', 'chargeDeclinedVelocityLimitExceeded'),
  named('4000000000000341', 'attaches_then_declines', 'Attaches, then declined', 'chargeCustomerFail'),

  named('4100000000000019', 'blocked', 'Blocked as fraud', 'radarBlock', 'chargeDeclinedFraudulent'),
  named('4000000000004954', 'highest_risk', 'Blocked: highest risk', 'riskLevelHighest'),
  named('4000000000009235', 'elevated_risk', 'Succeeds at an elevated risk', 'riskLevelElevated'),
  named('4000008400000407', 'elevated_risk', 'Succeeds, likely to be disputed', 'highFraudDisputeScore'),
  named('4000008400000159', 'elevated_risk', 'Succeeds, likely to be warned of', 'highEfwScore'),
  named('4000008400001017', 'elevated_risk', 'Succeeds at a dynamic risk', 'radarDynamicRiskThreshold'),
  named('4001858821843804', 'succeeds', 'Succeeds (free trial abuse)', 'freeTrialAbuseBlock'),
  named('4000008405600003', 'authentication_optional', 'Succeeds (adaptive 3-D Secure)', 'adaptive3dsChallenge'),
  named('4000000000000101', 'cvc_check_fails', 'Succeeds, security code wrong', 'cvcCheckFail'),
  named('4000000000000036', 'postal_code_check_fails', 'Succeeds, postal code wrong', 'avsZipFail'),
  named(
    '4000058400307872',
    'cvc_check_fails_elevated_risk',
    'Succeeds, security code wrong, elevated risk',
    'cvcCheckFailElevatedRisk',
  ),
  named(
    '4000058400306072',
    'postal_code_check_fails_elevated_risk',
    'Succeeds, postal code wrong, elevated risk',
    'avsZipFailElevatedRisk',
  ),
  named('4000000000000028', 'line1_check_fails', 'Succeeds, street wrong', 'avsLine1Fail'),
  named('4000000000000010', 'address_checks_fail', 'Succeeds, address wrong', 'avsFail'),
  named('4000000000000044', 'address_checks_unavailable', 'Succeeds, address not checked', 'avsUnchecked'),
  pays('4000000000001208', 'Succeeds (captcha)'),
  pays('4000000000003725', 'Succeeds (captcha)'),

  named('4000000000000259', 'disputed', 'Succeeds, then disputed', 'createDispute'),
  named('4000000000002685', 'disputed_not_received', 'Succeeds, not received', 'createDisputeProductNotReceived'),
  named('4000000000001976', 'disputed_as_inquiry', 'Succeeds, then an inquiry', 'createDisputeInquiry'),
  named('4000000000005423', 'fraud_warning', 'Succeeds, then a fraud warning', 'createIssuerFraudRecord'),
  named('4000000404000079', 'disputed_twice', 'Succeeds, then disputed twice', 'createMultipleDisputes'),
  named(
    '4000000404000038',
    'disputed_compelling_evidence',
    'Succeeds, then disputed (compelling evidence)',
    'createCe3EligibleDispute',
  ),
  named('4000008400000779', 'disputed_compliance', 'Succeeds, then compliance', 'createComplianceDispute'),
  named('5105008400000002', 'disputed_compliance', 'Succeeds, then compliance', 'createMastercardComplianceDispute'),
  named('4000000001000043', 'disputed', 'Succeeds, then disputed', 'createAutoRepresentmentEligibleDispute'),

  named('4000000000007726', 'refund_succeeds_later', 'Succeeds, refunds pend', 'pendingRefund'),
  named('4000000000005126', 'refund_fails_later', 'Succeeds, refunds fail', 'refundFail'),
  named('4000000000000077', 'available_at_once', 'Succeeds, available at once', 'bypassPending'),
  card('4000003720000278', 'available_at_once', 'Succeeds, available at once (IE)', {
    country: 'IE',
    names: ['bypassPendingInternational'],
  }),
  named('4000000000000093', 'succeeds', 'Succeeds (domestic pricing)', 'domesticPricing'),

  named('4000002500003155', 'authentication_required', '3-D Secure', 'authenticationRequiredOnSetup'),
  named('4000002760003184', 'authentication_required', '3-D Secure, always', 'authenticationRequired'),
  named('4000003800000446', 'authentication_required', '3-D Secure', 'authenticationRequiredSetupForOffSession'),
  named(
    '4000008260003178',
    'authentication_then_insufficient_funds',
    '3-D Secure, then insufficient funds',
    'authenticationRequiredChargeDeclinedInsufficientFunds',
  ),
  card('4000000000003220', 'authentication_required', '3-D Secure 2', {
    country: 'IE',
    names: ['threeDSecure2Required'],
  }),
  named('4000008400000027', 'authentication_required', '3-D Secure 2'),
  named('4000000000003063', 'authentication_required', '3-D Secure', 'threeDSecureRequired'),
  named(
    '4000008400001629',
    'authentication_then_decline',
    '3-D Secure, then declined',
    'threeDSecureRequiredChargeDeclined',
  ),
  named(
    '4000008400001280',
    'authentication_lookup_fails',
    '3-D Secure fails, declined',
    'threeDSecureRequiredProcessingError',
  ),
  named('4000000000003055', 'authentication_optional', '3-D Secure if asked for', 'threeDSecureOptional'),
  named(
    '4000000000003097',
    'authentication_optional_lookup_fails',
    '3-D Secure fails if asked for',
    'threeDSecureOptionalProcessingError',
  ),
  named('4000000032200000', 'authentication_frictionless', '3-D Secure without a challenge'),
  pays('4000582600000094', 'Succeeds (out of band)', { country: 'GB' }),
  pays('4000582600000045', 'Succeeds (one-time passcode)', { country: 'GB' }),
  pays('4000582600000102', 'Succeeds (single select)', { country: 'GB' }),
  pays('4000582600000110', 'Succeeds (multi select)', { country: 'GB' }),
]

const byNumber = new Map(testCards.map(one => [one.number, one]))
const byName = new Map(testCards.flatMap(one => one.names.map(name => [name, one] as const)))

/** The test card of this number (digits only). */
export function findTestCard(number: string): TestCard | undefined {
  return byNumber.get(number)
}

/** The card that a name such as `chargeDeclined` or `visa_chargeDeclined` stands for. */
export function findNamedCard(name: string): TestCard | undefined {
  return byName.get(name) ?? byName.get(name.replace(/^visa_/, ''))
}
