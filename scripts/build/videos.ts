export const isVideo = (file: string) => /\.(mp4|webm)$/i.test(file)

export const captionsOf = (video: string) => video.replace(/\.\w+$/, '.vtt')

/** The size in which a video is shown, in pixels. */
export async function sizeOf(video: Uint8Array): Promise<{ width: number; height: number }> {
  // It takes a fifth of a second to load. Most sites have no video.
  const { BufferSource, Input, MP4, WEBM } = await import('mediabunny')
  const input = new Input({ formats: [MP4, WEBM], source: new BufferSource(video) })
  const track = await input.getPrimaryVideoTrack().catch(() => null)
  if (!track) throw new Error('browsers do not play this video: save it as MP4 (H.264) or WebM')
  return { width: await track.getDisplayWidth(), height: await track.getDisplayHeight() }
}
