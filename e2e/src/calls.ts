import type { Page } from '@playwright/test'

/** What the server would say of a call: its result, or why it rejected. */
type Answer = { result: { data: object } } | { error: { message: string; code: number; data: object } }

/** Has a call of the page answered with this instead of what the server says; the rest of its batch stays as it is. */
export async function answerCall(page: Page, procedure: string, answer: Answer): Promise<void> {
  await page.route(`**/trpc/*${procedure}*`, async route => {
    const response = await route.fetch()
    const answers = (await response.json()) as object[]
    const asked = new URL(response.url()).pathname.split('/').at(-1)?.split(',') ?? []
    await route.fulfill({ response, json: answers.map((real, index) => (asked[index] === procedure ? answer : real)) })
  })
}

/** An error that is final, so that the page does not ask again. */
export function refusal(message: string, domainCode = 'NOT_FOUND', httpStatus = 404): Answer {
  return { error: { message, code: -32_004, data: { code: domainCode, domainCode, httpStatus } } }
}

/** Keeps a page's requests waiting until the function that it gives is called. */
export async function holdRequests(page: Page, url: string): Promise<() => void> {
  const gate = Promise.withResolvers<void>()
  await page.route(url, async route => {
    await gate.promise
    await route.continue()
  })
  return gate.resolve
}
