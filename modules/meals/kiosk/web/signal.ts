/** The sound and vibration of a tap: a short high note if the person was served, a low one if something needs attention. */

const quiet = "kiosk-quiet"
export const isHeard = () => localStorage.getItem(quiet) === null
export const hear = (on: boolean) => (on ? localStorage.removeItem(quiet) : localStorage.setItem(quiet, "1"))

const notes = { good: { pitch: 880, seconds: 0.07, shakes: 30 }, bad: { pitch: 220, seconds: 0.22, shakes: [60, 60, 60] } } as const
let audio: AudioContext | undefined

export const signal = (of: keyof typeof notes) => {
  const { pitch, seconds, shakes } = notes[of]
  // not every device can vibrate
  if ("vibrate" in navigator) navigator.vibrate(shakes as VibratePattern)
  if (!isHeard() || typeof AudioContext === "undefined") return
  audio ??= new AudioContext()
  const tone = audio.createOscillator()
  const volume = audio.createGain()
  tone.frequency.value = pitch
  volume.gain.setValueAtTime(0.15, audio.currentTime)
  volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + seconds)
  tone.connect(volume).connect(audio.destination)
  tone.start()
  tone.stop(audio.currentTime + seconds)
}
