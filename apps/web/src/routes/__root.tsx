import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { AccountNoticesSlot } from '#accounts/account-notices-slot.tsx'
import { BellSlot } from '#notices/bell-slot.tsx'
import { SearchSlot } from '#search/search-slot.tsx'
import { MainNavigation } from '#shell/main-navigation.tsx'
import { NavigationEffects } from '#shell/navigation-effects.tsx'
import { OfflineSlot } from '#shell/offline-slot.tsx'
import type { RouterContext } from '#shell/router-context.ts'
import { laterPart } from '#ui/later-part.tsx'
import { PartBoundary } from '#ui/part-boundary.tsx'

const SiteFooter = laterPart(() => import('#shell/site-footer.tsx'))

export const Route = createRootRouteWithContext<RouterContext>()({ component: MainLayout })

function MainLayout() {
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only z-50 rounded-full bg-accent px-5 py-3 font-semibold text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to the content
      </a>
      <MainNavigation search={<SearchSlot />} bell={<BellSlot />} />
      <NavigationEffects />
      <OfflineSlot />
      <AccountNoticesSlot />
      {/* The footer stays below the fold: what comes late moves nothing that is seen. */}
      <main id="main" tabIndex={-1} className="min-h-[calc(100dvh-4rem)] flex-1">
        <Outlet />
      </main>
      <PartBoundary>
        <SiteFooter />
      </PartBoundary>
    </div>
  )
}
