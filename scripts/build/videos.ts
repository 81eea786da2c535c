/** The videos that browsers play. */
export const isVideo = (file: string) => /\.(mp4|webm)$/i.test(file)

/** The file with the captions of a video. */
export const captionsOf = (video: string) => video.replace(/\.\w+$/, '.vtt')

/** The size in which a video is shown, in pixels. */
export async function sizeOf(video: Uint8Array): Promise<{ width: number; height: number }> {
  // It takes a fifth of a second to load. Most sites have no video.
  const { BufferSource, Input, MP4, WEBM } = await import('mediabunny')
  const refused = new Error('is not a video that browsers play: save it as MP4 (H.264) or WebM')
  const input = new Input({ formats: [MP4, WEBM], source: new BufferSource(video) })
  const track = await input.getPrimaryVideoTrack().catch(() => null)
  if (!track) throw refused
  return { width: await track.getDisplayWidth(), height: await track.getDisplayHeight() }
}
