import { BASE_URL, CLIENT_PORT, LABORATORY_CLIENT_PORT, LABORATORY_URL } from '../env.ts'
import { serveSpecificationClient } from './serve-specification-client.ts'

/** Playwright's global setup: the client on the origins that the product and its laboratory list. */
export default async function serveInBothModes(): Promise<() => Promise<void>> {
  const served = [await serveSpecificationClient({ product: BASE_URL, port: CLIENT_PORT, isStrict: true })]
  if (LABORATORY_URL) {
    const laboratory = { product: LABORATORY_URL, port: LABORATORY_CLIENT_PORT, isStrict: false }
    served.push(await serveSpecificationClient(laboratory))
  }
  return async () => {
    await Promise.all(served.map(client => client.close()))
  }
}
