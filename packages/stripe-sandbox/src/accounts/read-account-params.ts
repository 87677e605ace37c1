import type { AccountRecord, CapabilityName } from '../state/connect-records.ts'
import { type ApiError, invalidRequest } from '../wire/api-error.ts'
import type { ParamReader } from '../wire/param-reader.ts'

/** The members that creating and updating may both set; those not given keep `current`'s value. */
export type AccountDetails = Pick<
  AccountRecord,
  'email' | 'businessType' | 'businessProfile' | 'capabilities' | 'statementDescriptor' | 'metadata'
>

export function readAccountDetails(params: ParamReader, current: AccountDetails): AccountDetails {
  const email = params.email('email')
  refuseWhatIsNotCarriedOut(params)
  return {
    email: email === undefined ? current.email : email,
    businessType: params.oneOf('business_type', BUSINESS_TYPES) ?? current.businessType,
    businessProfile: readBusinessProfile(params, current.businessProfile),
    capabilities: readCapabilities(params, current.capabilities),
    statementDescriptor: readPayoutSettings(params).statementDescriptor ?? current.statementDescriptor,
    metadata: params.metadata(current.metadata),
  }
}

/**
 * How an account is made: by `controller`, or by the deprecated `type`.
 * @throws ApiError 400 for both, and for another account than one with an express dashboard whose losses and fees are
 * the platform's
 */
export function readController(params: ParamReader): { byType: boolean } {
  const type = params.oneOf('type', ['custom', 'express', 'standard'])
  const controller = params.hash('controller')
  if (type && controller) {
    throw invalidRequest('You may only specify one of these parameters: type, controller.', { param: 'type' })
  }
  if (type && type !== 'express') throw notCarriedOut(`type=${type}`, 'type')
  if (!controller) {
    if (!type) throw notCarriedOut('an account without controller', 'controller')
    return { byType: true }
  }
  const given = {
    losses: controller.hash('losses')?.oneOf('payments', ['application', 'stripe']) ?? 'stripe',
    fees: controller.hash('fees')?.oneOf('payer', ['account', 'application']) ?? 'account',
    dashboard: controller.hash('stripe_dashboard')?.oneOf('type', ['express', 'full', 'none']) ?? 'full',
    collection: controller.oneOf('requirement_collection', ['application', 'stripe']) ?? 'stripe',
  }
  if (given.losses === 'application' && given.fees !== 'application') {
    throw invalidRequest('Setting controller.losses.payments=application requires controller.fees.payer=application.', {
      param: 'controller[fees][payer]',
    })
  }
  if (given.losses !== 'application') throw notCarriedOut('losses.payments=stripe', 'controller[losses][payments]')
  if (given.collection !== 'stripe') {
    throw notCarriedOut('requirement_collection=application', 'controller[requirement_collection]')
  }
  if (given.dashboard !== 'express') {
    throw notCarriedOut(`stripe_dashboard.type=${given.dashboard}`, 'controller[stripe_dashboard][type]')
  }
  return { byType: false }
}

/** The payouts' schedule. Only `manual` is carried out, and a new account begins with an automatic one at Stripe. */
export function requireManualPayouts(params: ParamReader): void {
  if (readPayoutSettings(params).interval === 'manual') return
  throw notCarriedOut('automatic payouts: set it to manual', 'settings[payouts][schedule][interval]')
}

function readPayoutSettings(params: ParamReader) {
  const settings = params.hash('settings')
  const payouts = settings?.hash('payouts')
  const interval = payouts?.hash('schedule')?.oneOf('interval', ['manual', 'daily', 'weekly', 'monthly'])
  if (interval !== undefined && interval !== 'manual') {
    throw notCarriedOut('automatic payouts', 'settings[payouts][schedule][interval]')
  }
  payouts?.boolean('debit_negative_balances')
  return { interval, statementDescriptor: payouts?.text('statement_descriptor', 22) }
}

function readBusinessProfile(params: ParamReader, current: AccountRecord['businessProfile']) {
  const profile = params.hash('business_profile')
  const textOr = (name: string, value: string | null) => {
    const text = profile?.text(name)
    return text === undefined ? value : text
  }
  return {
    mcc: textOr('mcc', current.mcc),
    name: textOr('name', current.name),
    productDescription: textOr('product_description', current.productDescription),
    url: textOr('url', current.url),
  }
}

function readCapabilities(params: ParamReader, current: CapabilityName[]): CapabilityName[] {
  const asked = params.hash('capabilities')
  return CAPABILITIES.filter(name => asked?.hash(name)?.boolean('requested') ?? current.includes(name))
}

/** What the provider knows of accounts and this sandbox does not; holders enter their details on its page. */
function refuseWhatIsNotCarriedOut(params: ParamReader): void {
  params.refuse('account_token', 'company', 'default_currency', 'documents', 'external_account', 'groups')
  params.refuse('individual', 'tos_acceptance')
}

function notCarriedOut(what: string, param: string): ApiError {
  return invalidRequest(`The card payment sandbox does not carry out ${what}.`, { param })
}

const BUSINESS_TYPES = ['company', 'government_entity', 'individual', 'non_profit'] as const
const CAPABILITIES: readonly CapabilityName[] = ['card_payments', 'transfers']

export const NO_DETAILS: AccountDetails = {
  email: null,
  businessType: null,
  businessProfile: { mcc: null, name: null, productDescription: null, url: null },
  capabilities: [],
  statementDescriptor: null,
  metadata: {},
}
