/**
 * The growth rate of the interface specification, section 2.3: (last - prev) / max(prev, 1). It is what readers see and sort
 * by; whether a rise is more than chance is decided in significance.ts.
 */
export function growthRate(lastWindow: number, prevWindow: number): number {
  return (lastWindow - prevWindow) / Math.max(prevWindow, 1);
}
