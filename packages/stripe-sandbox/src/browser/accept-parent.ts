import { CONNECT } from './messages.ts'

/**
 * Waits for the page that opened this frame to hand over its port. Taken once, from the parent window only, and only
 * when that window is of the origin that the frame was opened for.
 */
export function acceptParent(onPort: (port: MessagePort) => void): void {
  const expectedOrigin = decodeURIComponent(location.hash.slice(1))
  const accept = (event: MessageEvent) => {
    const [port] = event.ports
    if (event.source !== window.parent || event.origin !== expectedOrigin) return
    if (event.data?.type !== CONNECT || !port) return
    window.removeEventListener('message', accept)
    onPort(port)
  }
  window.addEventListener('message', accept)
}
