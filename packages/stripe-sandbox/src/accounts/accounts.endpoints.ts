import type { AccountRecord } from '../state/connect-records.ts'
import { newId } from '../state/new-id.ts'
import type { Endpoint } from '../wire/endpoint.ts'
import { listPage, readPageParams } from '../wire/paging.ts'
import { deleteAccount } from './delete-account.ts'
import { findAccount } from './find-account.ts'
import { presentAccount } from './present-account.ts'
import { NO_DETAILS, readAccountDetails, readController, requireManualPayouts } from './read-account-params.ts'
import { saveAccount } from './save-account.ts'

export const accountEndpoints: Endpoint[] = [
  {
    method: 'POST',
    path: '/v1/accounts',
    run({ context, params }) {
      const { byType } = readController(params)
      const country = params.filledText('country')?.toUpperCase() ?? 'US'
      const details = readAccountDetails(params, NO_DETAILS)
      requireManualPayouts(params)
      params.done()
      const account: AccountRecord = {
        id: newId('acct'),
        created: context.now,
        country,
        byType,
        ...details,
        holderName: null,
        bankAccountId: null,
        detailsSubmitted: false,
        requirements: [],
        deleted: false,
      }
      context.tx.put('accounts', account)
      return { object: presentAccount(account, context.tx) }
    },
  },
  {
    method: 'GET',
    path: '/v1/accounts',
    run({ context, params }) {
      const page = readPageParams(params)
      params.done()
      const records = context.tx.all('accounts').filter(account => !account.deleted)
      const show = (account: AccountRecord) => presentAccount(account, context.tx)
      return { object: listPage({ records, kind: 'account', url: '/v1/accounts', show }, page) }
    },
  },
  {
    method: 'GET',
    path: '/v1/accounts/:id',
    run({ context, params, id }) {
      params.done()
      return { object: presentAccount(findAccount(context.tx, id), context.tx) }
    },
  },
  {
    method: 'POST',
    path: '/v1/accounts/:id',
    run({ context, params, id }) {
      const account = findAccount(context.tx, id)
      const shown = presentAccount(account, context.tx)
      const details = readAccountDetails(params, account)
      params.done()
      return { object: presentAccount(saveAccount(context, { ...account, ...details }, shown), context.tx) }
    },
  },
  {
    method: 'DELETE',
    path: '/v1/accounts/:id',
    run({ context, params, id }) {
      const account = findAccount(context.tx, id)
      params.done()
      deleteAccount(context, account)
      return { object: { id, object: 'account', deleted: true } }
    },
  },
]
