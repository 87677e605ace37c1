import type { Browser, BrowserContext, ConsoleMessage, WebError } from '@playwright/test'

/**
 * The browser's own lines: of a request that failed, and of a picture that a busy machine has not drawn some seconds later;
 * and Playwright's, of the service worker that it blocks.
 */
const BROWSER =
  /^Failed to load resource:|was preloaded using link preload but not used within a few seconds|^Service Worker registration blocked/

/**
 * Hears the errors and warnings of every page that is opened from now on, and what its code throws. Returns a function
 * that stops it and gives what was heard, with the address of the page.
 */
export function watchConsoles(browser: Browser): () => string[] {
  const heard: string[] = []
  const hear = (message: ConsoleMessage) => {
    const isBad = message.type() === 'error' || message.type() === 'warning'
    if (isBad && !BROWSER.test(message.text())) heard.push(`${message.page()?.url()}: ${message.text()}`)
  }
  const hearThrown = (thrown: WebError) => heard.push(`${thrown.page()?.url()}: ${thrown.error().message}`)
  const listen = (context: BrowserContext) => {
    context.on('console', hear)
    context.on('weberror', hearThrown)
  }
  browser.on('context', listen)
  return () => {
    browser.off('context', listen)
    return heard
  }
}
