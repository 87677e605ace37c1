import { registerPasskey } from '@second-ring/api/factor/testing/register'
import { createMarket } from '@second-ring/testkit'
import { expect, it } from 'vitest'
import { withRoutes } from '../fuzz/route-table.ts'
import { attackOn } from '../wire/attack-on.ts'
import { usersOf } from '../wire/users.ts'

/** What is downloaded of others, with an answer that is one; and the act of the audit that it is each time. */
const ofOthers = (sellerId: string) => [
  { path: '/audit.csv', query: '', action: 'audit.export' },
  { path: '/earnings.csv', query: `?month=2026-11&sellerId=${sellerId}`, action: 'earnings.export' },
]
/** What is one's own. */
const own = ['/account-data.zip']
/** What is no file of users, among the routes that are not of the documented API. */
const noFiles = /^\/(trpc|live|healthz|readyz|config\.json|openapi\.json|docs|robots\.txt|sitemap|cards\/)/

it('A302 an admin downloads nothing of others without a fresh proof, and each download is in the audit', async () => {
  const { opened: market, routes } = await withRoutes(() => createMarket({ requiresFactor: true, webhooks: false }))
  try {
    const attack = attackOn(market)
    const admin = await usersOf(market).person('ADMIN')
    const proof = await registerPasskey(market, admin.id)
    const { id: sellerId } = await market.user({ role: 'SELLER' })
    const downloads = ofOthers(sellerId)
    const known = [...downloads.map(({ path }) => path), ...own]
    const gets = routes.filter(({ method }) => method === 'GET')
    const unknown = gets.filter(({ url, config }) => config?.access === undefined && !known.includes(url))
    expect(unknown.map(({ url }) => url).filter(url => !noFiles.test(url))).toEqual([])
    // A download by another name is found by its answer.
    for (const { url, config } of gets) {
      if (config?.access === undefined || /[:*]/.test(url)) continue
      const { headers } = await attack.send('GET', url, { as: admin.as })
      expect([url, headers.get('content-disposition')]).toEqual([url, null])
    }
    const entries = (action: string) => market.database.auditEntry.count({ where: { action, actorId: admin.id } })
    await market.timePasses({ hours: 1 })
    for (const { path, query, action } of downloads) {
      const refused = await attack.send('GET', `${path}${query}`, { as: admin.as })
      expect([path, refused.status]).toEqual([path, 403])
      expect(refused.text).toContain('FACTOR_REQUIRED')
      expect(await entries(action)).toBe(0)
    }
    await proof.prove()
    for (const { path, query, action } of downloads) {
      for (const times of [1, 2]) {
        const sent = await attack.send('GET', `${path}${query}`, { as: admin.as })
        expect([path, sent.status, sent.headers.get('content-type')]).toEqual([path, 200, 'text/csv; charset=utf-8'])
        expect(await entries(action)).toBe(times)
      }
    }
  } finally {
    await market.close()
  }
})
