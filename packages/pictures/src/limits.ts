/** Of one file, in bytes: 10 MB. */
export const maximumBytes = 10 * 1024 * 1024

/** The longest side of a picture that is decoded, in pixels. */
export const maximumSide = 16_384

/** How large a picture may be once decoded, in megapixels. A JPEG is made smaller while it is read; AVIF takes 20 bytes a pixel. */
export const maximumMegapixels = { jpeg: 50, avif: 6, others: 25 } as const

/** Processor time that decoding one picture may take, in milliseconds: the same on a busy machine. */
export const decodeCpuMs = 5000

/** How long decoding one picture may take by the clock, in milliseconds; it has to give way to visitors. */
export const decodeMs = 20_000

/** How long a picture may wait for its turn, in milliseconds: its sender hears before the silent connection is ended. */
export const decodeWaitMs = 45_000

/** Pictures that are decoded at one time, each in a process of its own. */
export const maximumDecoders = 2

/** What decoding may add to the memory of such a process, in bytes. */
export const decoderMemory = 200 * 1024 * 1024

/** The long side of a stored picture, in pixels. */
export const longSide = 2048

/** The widths of the smaller renditions, in pixels; `<name>-320.webp` and so on. */
export const renditionWidths = [320, 640, 1280] as const

/** What is read of an upload after its refusal, so that its sender comes to read it, in bytes and milliseconds. */
export const droppedAfterRejection = { bytes: 2 * maximumBytes, milliseconds: 30_000 } as const

/** Uploads that are received or wait for their turn at one time; more are sent away for a moment. */
export const maximumUploads = 128
