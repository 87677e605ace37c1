import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { MainNavigation } from '../app/main-navigation.tsx'
import { NavigationEffects } from '../app/navigation-effects.tsx'
import type { RouterContext } from '../app/router-context.ts'
import { SiteFooter } from '../app/site-footer.tsx'
import { AccountNoticesSlot } from './-account/account-notices-slot.tsx'
import { BellSlot } from './-notices/bell-slot.tsx'
import { SearchSlot } from './-search/search-slot.tsx'

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
      <AccountNoticesSlot />
      <main id="main" tabIndex={-1} className="flex-1">
        <Outlet />
      </main>
      <SiteFooter />
    </div>
  )
}
