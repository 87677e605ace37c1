import type { AccountRecord } from '../state/connect-records.ts'
import type { Reader } from '../state/store.ts'
import { missing, noAccess } from '../wire/api-error.ts'

/** The account of the address. @throws ApiError 403 when there is none, or it was deleted */
export function findAccount(reader: Reader, id: string): AccountRecord {
  const account = reader.get('accounts', id)
  if (!account || account.deleted) throw noAccess(id)
  return account
}

/** The account that a parameter names. @throws ApiError 400 when there is none, or it was deleted */
export function findNamedAccount(reader: Reader, id: string, param: 'account' | 'destination'): AccountRecord {
  const account = reader.get('accounts', id)
  if (!account || account.deleted) throw missing(param, id, param)
  return account
}
