import { WatchNewsInput } from '@second-ring/contracts/live/news'
import { publicProcedure, router } from '#http/trpc/procedures.ts'
import { watchNews } from './watch-news.ts'

export const liveRouter = router({
  news: publicProcedure
    .input(WatchNewsInput)
    .subscription(({ ctx: { platform, actor, address }, input, signal = new AbortController().signal }) =>
      watchNews(platform, actor, { input, address, signal }),
    ),
})
