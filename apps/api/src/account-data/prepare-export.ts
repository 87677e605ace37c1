import type { Transaction } from '@second-ring/database'
import { makeZip } from 'client-zip'
import { notifyUser } from '#notifications/notify-user.ts'
import type { Platform } from '#platform/platform.ts'
import { ownFiles } from './own-files.ts'

/** How large one piece of a stored file is, in bytes. */
const PART_BYTES = 1024 * 1024

/**
 * Makes the file of an export and stores it in pieces, so that any process can send it and none holds all of it. Notifies its
 * user when it is ready. It may run again, and begins anew.
 */
export async function prepareExport(platform: Platform, { exportId }: { exportId: string }): Promise<void> {
  const { database } = platform
  const asked = await database.dataExport.findUnique({
    where: { id: exportId, state: 'PREPARING' },
    select: { userId: true, requestedAt: true },
  })
  // Ready already, or its user was removed.
  if (!asked) return
  await database.dataExportPart.deleteMany({ where: { exportId } })
  let sizeBytes = 0
  let position = 0
  for await (const bytes of inParts(makeZip(ownFiles(platform, asked.userId)))) {
    await database.dataExportPart.create({ data: { exportId, position, bytes }, select: { position: true } })
    sizeBytes += bytes.length
    position += 1
  }
  await database.$transaction(tx => finish(tx, { ...asked, exportId, sizeBytes }))
}

interface FinishedExport {
  exportId: string
  userId: string
  requestedAt: Date
  sizeBytes: number
}

async function finish(tx: Transaction, { exportId, userId, requestedAt, sizeBytes }: FinishedExport): Promise<void> {
  const ready = { state: 'READY', sizeBytes } as const
  const { count } = await tx.dataExport.updateMany({ where: { id: exportId, state: 'PREPARING' }, data: ready })
  if (count === 0) return
  // Only the latest can be downloaded. This may be an earlier one, whose job was tried again for long.
  await tx.dataExportPart.deleteMany({ where: { export: { userId, requestedAt: { lt: requestedAt } } } })
  const message = 'Your data is ready. Download it within 7 days, on your account’s page.'
  await notifyUser(tx, { userId, kind: 'export-ready', message })
}

/** The bytes of a stream in pieces of one size, but for the last. */
async function* inParts(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array<ArrayBuffer>, void, void> {
  let part = new Uint8Array(PART_BYTES)
  let length = 0
  for await (const chunk of stream) {
    for (let start = 0; start < chunk.length; ) {
      const taken = chunk.subarray(start, start + PART_BYTES - length)
      part.set(taken, length)
      length += taken.length
      start += taken.length
      if (length < PART_BYTES) continue
      yield part
      part = new Uint8Array(PART_BYTES)
      length = 0
    }
  }
  if (length > 0) yield part.slice(0, length)
}
