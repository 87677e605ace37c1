import { BASE_URL } from '../env.ts'

/** The width of a large phone: WebKitGTK's own browser has no narrower window. */
const WINDOW = { width: 447, height: 900 }
const TIMEOUT_MS = 10_000

/** How WebDriver names the one property of an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

export type WebKit = Awaited<ReturnType<typeof openWebKit>>

/** Opens a window of WebKit by the server at `driverUrl`, which speaks the W3C's WebDriver. Finding an element waits for it. */
export async function openWebKit(driverUrl: string) {
  const timeouts = { implicit: TIMEOUT_MS, pageLoad: 3 * TIMEOUT_MS, script: TIMEOUT_MS }
  const { sessionId } = await send<{ sessionId: string }>('POST', `${driverUrl}/session`, {
    capabilities: { alwaysMatch: { timeouts } },
  })
  const session = `${driverUrl}/session/${sessionId}`
  const post = <Value>(path: string, body: object) => send<Value>('POST', `${session}${path}`, body)
  const element = async (css: string) => {
    const found = await post<Record<string, string>>('/element', { using: 'css selector', value: css })
    return `/element/${found[ELEMENT]}`
  }
  /** Does `act` with the first element, found again when the page put another in its place meanwhile. */
  const withElement = async <Value>(css: string, act: (path: string) => Promise<Value>): Promise<Value> => {
    const path = await element(css)
    try {
      return await act(path)
    } catch (error) {
      if (!(error instanceof DriverError && error.code === 'stale element reference')) throw error
      return withElement(css, act)
    }
  }
  await post('/window/rect', WINDOW)

  return {
    /** Loads a page of the site to its end. */
    open: (path: string) => post<null>('/url', { url: `${BASE_URL}${path}` }),
    /** The text that is seen of the first element. */
    text: (css: string) => withElement(css, path => send<string>('GET', `${session}${path}/text`)),
    click: (css: string) =>
      withElement(css, async path => {
        // The driver clicks only what it finds in the window.
        const script = "arguments[0].scrollIntoView({ behavior: 'instant', block: 'center' })"
        await post<null>('/execute/sync', { script, args: [{ [ELEMENT]: path.slice('/element/'.length) }] })
        await post<null>(`${path}/click`, {})
      }),
    /** What the page's own code returns: the body of a function. */
    evaluate: <Value>(script: string) => post<Value>('/execute/sync', { script, args: [] }),
    close: () => send<null>('DELETE', session),
  }
}

/** What the driver says that it could not do. */
class DriverError extends Error {
  readonly code: string | undefined

  constructor(code: string | undefined, message: string) {
    super(message)
    this.code = code
  }
}

/** @throws DriverError */
async function send<Value>(method: string, url: string, body?: object): Promise<Value> {
  const response = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) })
  const { value } = (await response.json()) as { value: Value & { error?: string; message?: string } }
  if (!response.ok) throw new DriverError(value.error, `${method} ${url}: ${value.error}: ${value.message}`)
  return value
}
