import { expect, test } from 'vitest'
import { ManualClock } from '../testing/manual-clock.ts'
import { enterCard, type Sandbox, startSandbox } from '../testing/start-sandbox.ts'

const PAID = { amount: 5000, currency: 'usd', allowed_payment_method_types: ['card' as const], confirm: true }

const pay = ({ stripe }: Sandbox, method: string, more: object = {}) =>
  stripe.paymentIntents.create({ ...PAID, payment_method: method, ...more, expand: ['latest_charge'] })

// The testing page's names, told apart from the table that answers them: name, last four digits, brand, country, funding.
const paying: [name: string, last4: string, brand: string, country: string, funding: string][] = [
  ['visa', '4242', 'visa', 'US', 'credit'],
  ['us', '4242', 'visa', 'US', 'credit'],
  ['visa_debit', '5556', 'visa', 'US', 'debit'],
  ['mastercard', '4444', 'mastercard', 'US', 'credit'],
  ['mastercard_debit', '8210', 'mastercard', 'US', 'debit'],
  ['mastercard_prepaid', '5100', 'mastercard', 'US', 'prepaid'],
  ['amex', '0005', 'amex', 'US', 'credit'],
  ['amex_threeDSecureNotSupported', '0005', 'amex', 'US', 'credit'],
  ['discover', '1117', 'discover', 'US', 'credit'],
  ['diners', '0004', 'diners', 'US', 'credit'],
  ['jcb', '0505', 'jcb', 'JP', 'credit'],
  ['unionpay', '0005', 'unionpay', 'CN', 'credit'],
  ['visa_cartesBancaires', '1001', 'visa', 'FR', 'credit'],
  ['mastercard_cartesBancaires', '1001', 'mastercard', 'FR', 'credit'],
  ['visa_debit_eftposAuCoBranded', '0001', 'visa', 'AU', 'debit'],
  ['mastercard_debit_eftposAuCoBranded', '0080', 'mastercard', 'AU', 'debit'],
  ['debit_visaFsaProductCode', '0072', 'visa', 'US', 'debit'],
  ['debit_visaHsaProductCode', '0072', 'visa', 'US', 'debit'],
  ['mastercard_debit_mastercardFsaProductCode', '8897', 'mastercard', 'US', 'debit'],
  ['ae_mastercard', '0022', 'mastercard', 'AE', 'credit'],
  ['gb_debit', '0005', 'visa', 'GB', 'debit'],
  ['gb_mastercard', '4449', 'mastercard', 'GB', 'credit'],
  ['th_credit', '0003', 'visa', 'TH', 'credit'],
  ['th_debit', '0008', 'visa', 'TH', 'debit'],
  ['bypassPending', '0077', 'visa', 'US', 'credit'],
  ['bypassPendingInternational', '0278', 'visa', 'IE', 'credit'],
  ['domesticPricing', '0093', 'visa', 'US', 'credit'],
  ['riskLevelElevated', '9235', 'visa', 'US', 'credit'],
  ['highFraudDisputeScore', '0407', 'visa', 'US', 'credit'],
  ['highEfwScore', '0159', 'visa', 'US', 'credit'],
  ['radarDynamicRiskThreshold', '1017', 'visa', 'US', 'credit'],
  ['freeTrialAbuseBlock', '3804', 'visa', 'US', 'credit'],
  ['adaptive3dsChallenge', '0003', 'visa', 'US', 'credit'],
  ['cvcCheckFail', '0101', 'visa', 'US', 'credit'],
  ['cvcCheckFailElevatedRisk', '7872', 'visa', 'US', 'credit'],
  ['avsFail', '0010', 'visa', 'US', 'credit'],
  ['avsLine1Fail', '0028', 'visa', 'US', 'credit'],
  ['avsZipFail', '0036', 'visa', 'US', 'credit'],
  ['avsZipFailElevatedRisk', '6072', 'visa', 'US', 'credit'],
  ['avsUnchecked', '0044', 'visa', 'US', 'credit'],
  ['createDispute', '0259', 'visa', 'US', 'credit'],
  ['createDisputeProductNotReceived', '2685', 'visa', 'US', 'credit'],
  ['createDisputeInquiry', '1976', 'visa', 'US', 'credit'],
  ['createIssuerFraudRecord', '5423', 'visa', 'US', 'credit'],
  ['createMultipleDisputes', '0079', 'visa', 'US', 'credit'],
  ['createCe3EligibleDispute', '0038', 'visa', 'US', 'credit'],
  ['createComplianceDispute', '0779', 'visa', 'US', 'credit'],
  ['createMastercardComplianceDispute', '0002', 'mastercard', 'US', 'credit'],
  ['createAutoRepresentmentEligibleDispute', '0043', 'visa', 'US', 'credit'],
  ['pendingRefund', '7726', 'visa', 'US', 'credit'],
  ['refundFail', '5126', 'visa', 'US', 'credit'],
  ['threeDSecureOptional', '3055', 'visa', 'US', 'credit'],
  ['threeDSecureOptionalProcessingError', '3097', 'visa', 'US', 'credit'],
]

const COUNTRIES =
  'ar br ca cl co cr ec mx pa py pe uy ae at be bg by hr cy cz dk ee fi fr de gi gr hu ie it lv li lt lu mt nl no pl pt ro si sk es se ch gb au cn hk in jp my nz sg tw'.split(
    ' ',
  )

test('every named card that pays has its brand, country and funding, as payment method and as token', async () => {
  const sandbox = await startSandbox({ clock: new ManualClock() })
  for (const [name, last4, brand, country, funding] of paying) {
    const { latest_charge: charge } = await pay(sandbox, `pm_card_${name}`)
    expect(charge, name).toMatchObject({
      paid: true,
      payment_method_details: { card: { brand, last4, country, funding, network: brand } },
    })
    const method = await sandbox.stripe.paymentMethods.create({ type: 'card', card: { token: `tok_${name}` } })
    expect(method.card, name).toMatchObject({ brand, last4, country, funding })
  }
})

test('every country’s card pays, and says where it comes from', async () => {
  const sandbox = await startSandbox()
  for (const country of COUNTRIES) {
    const { latest_charge: charge } = await pay(sandbox, `pm_card_${country}`)
    const card = { country: country.toUpperCase(), brand: 'visa' }
    expect(charge, country).toMatchObject({ paid: true, payment_method_details: { card } })
  }
  expect((await enterCard(sandbox, '4000006820000007')).body).toMatchObject({ card: { country: 'SA' } })
  expect((await enterCard(sandbox, '5062210000000009')).body).toMatchObject({
    card: { country: 'MX', brand: 'unknown', networks: { available: ['carnet'] } },
  })
})

test('a co-branded card says which networks it can run on', async () => {
  const { stripe } = await startSandbox()
  const { card } = await stripe.paymentMethods.retrieve('pm_card_visa_cartesBancaires')
  expect(card?.networks).toEqual({ available: ['cartes_bancaires', 'visa'], preferred: null })
})

test.each([
  ['chargeDeclined', 'card_declined', 'generic_decline'],
  ['visa_chargeDeclined', 'card_declined', 'generic_decline'],
  ['visa_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
  ['visa_chargeDeclinedLostCard', 'card_declined', 'lost_card'],
  ['visa_chargeDeclinedStolenCard', 'card_declined', 'stolen_card'],
  ['visa_chargeDeclinedVelocityLimitExceeded', 'card_declined', 'card_velocity_exceeded'],
  ['chargeDeclinedFraudulent', 'card_declined', 'fraudulent'],
  ['chargeDeclinedExpiredCard', 'expired_card', undefined],
  ['chargeDeclinedIncorrectCvc', 'incorrect_cvc', undefined],
  ['chargeDeclinedProcessingError', 'processing_error', undefined],
  ['chargeCustomerFail', 'card_declined', 'generic_decline'],
  ['radarBlock', 'card_declined', 'fraudulent'],
  ['riskLevelHighest', 'card_declined', 'fraudulent'],
  ['threeDSecureRequiredProcessingError', 'card_declined', 'generic_decline'],
])('pm_card_%s is declined: %s %s', async (name, code, declineCode) => {
  const sandbox = await startSandbox()
  await expect(pay(sandbox, `pm_card_${name}`)).rejects.toMatchObject({
    rawType: 'card_error',
    code,
    decline_code: declineCode ?? '',
  })
})

test.each([
  'authenticationRequiredOnSetup',
  'authenticationRequired',
  'authenticationRequiredSetupForOffSession',
  'authenticationRequiredChargeDeclinedInsufficientFunds',
  'threeDSecure2Required',
  'threeDSecureRequired',
  'threeDSecureRequiredChargeDeclined',
])('pm_card_%s asks for a challenge', async name => {
  expect((await pay(await startSandbox(), `pm_card_${name}`)).status).toBe('requires_action')
})

test('3-D Secure that is optional is carried out when it is asked for', async () => {
  const sandbox = await startSandbox()
  const asking = { payment_method_options: { card: { request_three_d_secure: 'any' } } }
  expect((await pay(sandbox, 'pm_card_threeDSecureOptional', asking)).status).toBe('requires_action')
  expect((await pay(sandbox, 'pm_card_visa', asking)).status).toBe('succeeded')
  expect((await pay(sandbox, 'pm_card_amex_threeDSecureNotSupported', asking)).status).toBe('succeeded')
  await expect(pay(sandbox, 'pm_card_threeDSecureOptionalProcessingError', asking)).rejects.toMatchObject({
    code: 'payment_intent_authentication_failure',
  })
})

test('3-D Secure without a challenge is told of the charge', async () => {
  const sandbox = await startSandbox()
  const { body } = await enterCard(sandbox, '4000000032200000')
  const { latest_charge: charge } = await pay(sandbox, body.id)
  const threeDSecure = { authentication_flow: 'frictionless', result: 'authenticated' }
  expect(charge).toMatchObject({ payment_method_details: { card: { three_d_secure: threeDSecure } } })
})

test.each([
  ['pm_card_visa', 'normal'],
  ['pm_card_riskLevelElevated', 'elevated'],
])('%s is charged at a %s risk', async (method, level) => {
  const { latest_charge: charge } = await pay(await startSandbox(), method)
  expect(charge).toMatchObject({ outcome: { risk_level: level, type: 'authorized' } })
})

test('what the fraud rules block never reaches the bank', async () => {
  const sandbox = await startSandbox()
  await pay(sandbox, 'pm_card_radarBlock').catch(() => undefined)
  const [charge] = (await sandbox.stripe.charges.list()).data
  expect(charge).toMatchObject({
    paid: false,
    status: 'failed',
    outcome: {
      type: 'blocked',
      network_status: 'not_sent_to_network',
      reason: 'highest_risk_level',
      risk_level: 'highest',
    },
  })
})

test.each([
  ['4000000000000101', { address_line1_check: 'pass', address_postal_code_check: 'pass', cvc_check: 'fail' }],
  ['4000000000000036', { address_line1_check: 'pass', address_postal_code_check: 'fail', cvc_check: 'pass' }],
  ['4000000000000028', { address_line1_check: 'fail', address_postal_code_check: 'pass', cvc_check: 'pass' }],
  ['4000000000000010', { address_line1_check: 'fail', address_postal_code_check: 'fail', cvc_check: 'pass' }],
  [
    '4000000000000044',
    { address_line1_check: 'unavailable', address_postal_code_check: 'unavailable', cvc_check: 'pass' },
  ],
])('%s pays, and its checks say what was wrong', async (number, checks) => {
  const sandbox = await startSandbox()
  const { body } = await enterCard(sandbox, number, { address: '1 Main Street' })
  const { latest_charge: charge } = await pay(sandbox, body.id)
  expect(charge).toMatchObject({ paid: true, payment_method_details: { card: { checks } } })
})

test('what was not given is not checked', async () => {
  const { latest_charge: charge } = await pay(await startSandbox(), 'pm_card_avsFail')
  const checks = { address_line1_check: null, address_postal_code_check: null }
  expect(charge).toMatchObject({ payment_method_details: { card: { checks } } })
})

test('0077 is available at once, other money is pending', async () => {
  const sandbox = await startSandbox()
  await pay(sandbox, 'pm_card_visa')
  await pay(sandbox, 'pm_card_bypassPending')
  const { data } = await sandbox.stripe.balanceTransactions.list({ type: 'charge' })
  expect(data.map(({ status }) => status)).toEqual(['available', 'pending'])
})

test('5423 pays, then the bank warns of fraud', async () => {
  const sandbox = await startSandbox()
  const paid = await pay(sandbox, 'pm_card_createIssuerFraudRecord')
  const [warning] = (await sandbox.stripe.radar.earlyFraudWarnings.list({ payment_intent: paid.id })).data
  expect(warning).toMatchObject({ object: 'radar.early_fraud_warning', actionable: true, payment_intent: paid.id })
  expect((await sandbox.stripe.events.list({ type: 'radar.early_fraud_warning.created' })).data).toHaveLength(1)
  await sandbox.stripe.refunds.create({ payment_intent: paid.id })
  const after = await sandbox.stripe.radar.earlyFraudWarnings.retrieve(warning?.id ?? '')
  expect(after.actionable).toBe(false)
})
