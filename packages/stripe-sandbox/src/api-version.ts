/** The version of the API that this sandbox speaks; that of the official SDK (a test holds the two together). */
export const API_VERSION = '2026-10-28.endive'
