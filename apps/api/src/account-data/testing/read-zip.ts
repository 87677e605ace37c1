const END = 0x06054b50
const ENTRY = 0x02014b50

/** The files of a ZIP whose entries are stored as they are, by their names. For tests. */
export function readZip(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0 || zip.readUInt32LE(end) !== END) throw new Error('This is no ZIP')
  const files = new Map<string, Buffer>()
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (zip.readUInt32LE(at) !== ENTRY) throw new Error(`There is no entry at ${at}`)
    const [size, name, extra, comment] = [
      zip.readUInt32LE(at + 24),
      zip.readUInt16LE(at + 28),
      zip.readUInt16LE(at + 30),
      zip.readUInt16LE(at + 32),
    ]
    const local = zip.readUInt32LE(at + 42)
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    files.set(zip.toString('utf8', at + 46, at + 46 + name), zip.subarray(start, start + size))
    at += 46 + name + extra + comment
  }
  return files
}
