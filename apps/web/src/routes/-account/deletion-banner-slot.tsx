import type { ComponentType } from 'react'
import { useAccount } from '../../app/session-context.ts'
import { useLazy } from '../../app/use-lazy.ts'

const loadBanner = (): Promise<{ default: ComponentType }> => import('../../accounts/deletion-banner.tsx')

/** On every screen of an account that is about to be deleted: the banner that says so. */
export function DeletionBannerSlot() {
  return useAccount()?.deletesAt === undefined ? null : <Banner />
}

function Banner() {
  const Loaded = useLazy(loadBanner)
  return Loaded && <Loaded />
}
