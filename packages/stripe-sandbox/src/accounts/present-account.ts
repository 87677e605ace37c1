import type { Stripe } from 'stripe'
import type { AccountRecord } from '../state/connect-records.ts'
import type { Reader } from '../state/store.ts'
import { type AccountStatus, bankAccountOf, statusOf } from './account-status.ts'
import { presentBankAccount } from './bank-account.ts'
import { currencyOf } from './currency-of.ts'

/** The connected account as the API shows it to its platform. */
export function presentAccount(account: AccountRecord, reader: Reader): Stripe.Account {
  const status = statusOf(account, reader)
  const bank = bankAccountOf(account, reader)
  const { businessProfile: profile } = account
  return {
    id: account.id,
    object: 'account',
    business_profile: {
      annual_revenue: null,
      estimated_worker_count: null,
      mcc: profile.mcc,
      minority_owned_business_designation: null,
      name: profile.name,
      product_description: profile.productDescription,
      specified_commercial_transactions_act_url: null,
      support_address: null,
      support_email: null,
      support_phone: null,
      support_url: null,
      url: profile.url,
    },
    business_type: account.businessType,
    capabilities: Object.fromEntries(
      account.capabilities.map(name => [name, status.canBePaid ? 'active' : 'inactive'] as const),
    ),
    charges_enabled: status.canBePaid,
    controller: {
      fees: { payer: account.byType ? 'application_express' : 'application' },
      is_controller: true,
      losses: { payments: 'application' },
      requirement_collection: 'stripe',
      stripe_dashboard: { type: 'express' },
      type: 'application',
    },
    country: account.country,
    created: account.created,
    default_currency: currencyOf(account.country),
    details_submitted: account.detailsSubmitted,
    email: account.email,
    external_accounts: {
      object: 'list',
      data: bank ? [presentBankAccount(bank, account)] : [],
      has_more: false,
      url: `/v1/accounts/${account.id}/external_accounts`,
    },
    future_requirements: presentRequirements({ currentlyDue: [], pastDue: [] }),
    metadata: account.metadata,
    payouts_enabled: status.canPayOut,
    requirements: presentRequirements(status),
    settings: presentSettings(account),
    tos_acceptance: { date: account.detailsSubmitted ? account.created : null },
    type: account.byType ? 'express' : 'none',
  }
}

function presentRequirements({ currentlyDue, pastDue }: Pick<AccountStatus, 'currentlyDue' | 'pastDue'>) {
  return {
    alternatives: [],
    current_deadline: null,
    currently_due: currentlyDue,
    disabled_reason: pastDue.length > 0 ? 'requirements.past_due' : null,
    errors: [],
    eventually_due: currentlyDue,
    past_due: pastDue,
    pending_verification: [],
  } satisfies Stripe.Account.Requirements
}

function presentSettings({ businessProfile, statementDescriptor }: AccountRecord): Stripe.Account.Settings {
  return {
    branding: { icon: null, logo: null, primary_color: null, secondary_color: null },
    card_payments: {
      decline_on: { avs_failure: false, cvc_failure: false },
      statement_descriptor_prefix: null,
      statement_descriptor_prefix_kana: null,
      statement_descriptor_prefix_kanji: null,
    },
    dashboard: { display_name: businessProfile.name, timezone: 'Etc/UTC' },
    payments: {
      statement_descriptor: null,
      statement_descriptor_kana: null,
      statement_descriptor_kanji: null,
      statement_descriptor_prefix_kana: null,
      statement_descriptor_prefix_kanji: null,
    },
    payouts: {
      debit_negative_balances: false,
      schedule: { delay_days: 2, interval: 'manual' },
      statement_descriptor: statementDescriptor,
    },
  }
}
