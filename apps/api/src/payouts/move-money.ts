import type { Platform } from '#platform/platform.ts'
import { clawBack } from './claw-back.ts'
import { reconcilePayouts } from './reconcile-payouts.ts'
import { reconcileTransfers } from './reconcile-transfers.ts'
import { remindOfWaitingMoney } from './remind-of-waiting-money.ts'
import { sendPayouts } from './send-payouts.ts'
import { sendTransfers } from './send-transfers.ts'

const moves = [reconcileTransfers, clawBack, sendTransfers, sendPayouts, reconcilePayouts, remindOfWaitingMoney]

/**
 * Does everything that is due between the market, the sellers' accounts at the provider and their banks. Safe to run at any time,
 * in any number of processes. A failure does not stop the others. What sellers owe is taken back before anything is paid out.
 * @throws the last error, at the end
 */
export async function moveMoney(platform: Platform): Promise<void> {
  const failures: unknown[] = []
  for (const move of moves) {
    failures.push(...(await move(platform).catch(error => [error])))
  }
  if (failures.length > 0) throw failures.at(-1)
}
