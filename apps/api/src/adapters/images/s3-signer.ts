import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto'

interface Request {
  method: string
  url: URL
  headers: Record<string, string>
}

interface Credentials {
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** Signs requests to an S3-compatible store: resolves to the headers to send, the signature among them. */
export function createS3Signer({
  region,
  accessKeyId,
  secretAccessKey,
}: Credentials): (request: Request) => Promise<Record<string, string>> {
  // Loaded only when it is wanted.
  const loaded = import('@smithy/signature-v4').then(
    ({ SignatureV4 }) =>
      new SignatureV4({
        service: 's3',
        region,
        credentials: { accessKeyId, secretAccessKey },
        sha256: Sha256,
        // Of all services this one alone signs the path as it is.
        uriEscapePath: false,
        applyChecksum: false,
      }),
  )
  return async ({ method, url, headers }) => {
    const { protocol, hostname, host, port, pathname: path } = url
    const signer = await loaded
    const signed = await signer.sign({
      method,
      protocol,
      hostname,
      ...(port && { port: Number(port) }),
      path,
      headers: { ...headers, host },
    })
    return signed.headers
  }
}

/** SHA-256, keyed when there is a secret, as the signer wants it. */
class Sha256 {
  readonly #secret: Buffer | undefined
  #hash: Hash | Hmac

  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#secret = secret === undefined ? undefined : bytesOf(secret)
    this.#hash = this.#start()
  }

  update(data: Uint8Array): void {
    this.#hash.update(data)
  }

  async digest(): Promise<Uint8Array> {
    return this.#hash.digest()
  }

  reset(): void {
    this.#hash = this.#start()
  }

  #start(): Hash | Hmac {
    return this.#secret === undefined ? createHash('sha256') : createHmac('sha256', this.#secret)
  }
}

function bytesOf(secret: string | ArrayBuffer | ArrayBufferView): Buffer {
  if (typeof secret === 'string') return Buffer.from(secret)
  return ArrayBuffer.isView(secret)
    ? Buffer.from(secret.buffer, secret.byteOffset, secret.byteLength)
    : Buffer.from(secret)
}
