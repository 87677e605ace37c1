import type { CollectResult, FormParams } from '../messages.ts'
import { encodeForm } from './encode-form.ts'

/** Calls the sandbox's API; what goes wrong on the way is answered as an error of the provider's shape. */
export async function callApi(method: 'GET' | 'POST', address: string, params: FormParams): Promise<CollectResult> {
  const form = encodeForm(params)
  try {
    const response = await (method === 'GET'
      ? fetch(`${address}?${form}`, { credentials: 'omit' })
      : fetch(address, { method, body: form, credentials: 'omit' }))
    const body = await response.json()
    return body.error ? { error: body.error } : { object: body }
  } catch {
    return {
      error: {
        type: 'api_connection_error',
        message: 'The payment provider cannot be reached. Please check your connection and try again.',
      },
    }
  }
}
