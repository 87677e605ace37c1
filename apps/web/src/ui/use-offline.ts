import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

/** Whether the server is out of reach. Pages are rendered within its reach. */
export function useOffline(): boolean {
  return useSyncExternalStore(subscribe, isOffline, never)
}

const subscribe = (listener: () => void) => onlineManager.subscribe(listener)
const isOffline = () => !onlineManager.isOnline()
const never = () => false
