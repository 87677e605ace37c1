import { query, run } from '@second-ring/database'
import { createMarket } from '@second-ring/testkit'
import { expect, it, onTestFinished } from 'vitest'
import { recordMail } from '#mails/record-mail.ts'
import { now } from './database-clock.ts'

it('what was recorded is due at once, though its time was rounded up', async () => {
  const market = await createMarket({ webhooks: false })
  onTestFinished(() => market.close())
  const { id: userId } = await market.user()
  const isDue = query.selectFrom('mails').where('user_id', '=', userId).where('due_at', '<=', now).select('id')
  for (let count = 1; count <= 40; count += 1) {
    const due = await market.database.$transaction(async tx => {
      await recordMail(tx, { userId, kind: 'paid', message: 'News.' })
      return run(tx, isDue)
    })
    expect(due).toHaveLength(count)
  }
})
