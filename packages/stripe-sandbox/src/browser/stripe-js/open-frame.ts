import { CONNECT } from '../messages.ts'
import { scriptOrigin } from './script-origin.ts'

/**
 * A frame of the sandbox's origin, and the port to it once it has loaded. The port is only given to that origin: a
 * frame that was led elsewhere does not get it.
 */
export function openFrame(
  path: string,
  connect: { title: string; onPort: (port: MessagePort) => void },
): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  frame.title = connect.title
  frame.name = `__privateStripeFrame${++framesOpened}`
  frame.setAttribute('allowtransparency', 'true')
  // A frame whose colour scheme is not its document's is drawn on an opaque ground.
  setStyles(frame, { border: '0', margin: '0', padding: '0', 'color-scheme': 'light' })
  frame.addEventListener('load', () => {
    const { port1, port2 } = new MessageChannel()
    connect.onPort(port1)
    frame.contentWindow?.postMessage({ type: CONNECT }, scriptOrigin, [port2])
  })
  frame.src = `${scriptOrigin}${path}#${encodeURIComponent(location.origin)}`
  return frame
}

let framesOpened = 0

/** Styles an element in a way that a page's Content-Security-Policy allows, and its style sheets do not override. */
export function setStyles(element: HTMLElement, styles: Record<string, string>): void {
  for (const [property, value] of Object.entries(styles)) element.style.setProperty(property, value, 'important')
}
