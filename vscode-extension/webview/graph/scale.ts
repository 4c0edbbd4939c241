// The size at which a picture is shown.

const STEP = 1.25;
const SMALLEST = 0.05;
const LARGEST = 8;

interface Size {
  width: number;
  height: number;
}

/** The next larger scale. */
export function larger(scale: number): number {
  return clamped(scale * STEP);
}

/** The next smaller scale. */
export function smaller(scale: number): number {
  return clamped(scale / STEP);
}

/** The largest scale at which the whole picture can be seen; small pictures are not blown up. */
export function fitting(picture: Size, room: Size): number {
  const scale = Math.min(room.width / picture.width, room.height / picture.height, 1);
  return Number.isFinite(scale) ? scale : 1;
}

/** A scale within what makes sense. */
export function clamped(scale: number): number {
  return Math.min(LARGEST, Math.max(SMALLEST, scale));
}
