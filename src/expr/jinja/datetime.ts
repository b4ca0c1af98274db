/** Naive points in time and durations as Python prints and subtracts them. */
import type { DateTime, Duration } from './values.js';

export function formatDateTime(value: DateTime): string {
  const iso = new Date(value.ms).toISOString();
  const micros = (((value.ms % 1000) + 1000) % 1000) * 1000 + value.micros;
  const fraction = micros === 0 ? '' : `.${String(micros).padStart(6, '0')}`;
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)}${fraction}${value.zone ?? ''}`;
}

const day = 86_400_000_000n;

export function durationParts(value: Duration): {
  days: bigint;
  seconds: bigint;
  microseconds: bigint;
} {
  const days = value.micros / day - (value.micros % day < 0n ? 1n : 0n);
  const rest = value.micros - days * day;
  return { days, seconds: rest / 1_000_000n, microseconds: rest % 1_000_000n };
}

export function formatDuration(value: Duration): string {
  const { days, seconds, microseconds } = durationParts(value);
  const two = (part: bigint): string => String(part).padStart(2, '0');
  const clock = `${seconds / 3600n}:${two((seconds / 60n) % 60n)}:${two(seconds % 60n)}`;
  const fraction = microseconds === 0n ? '' : `.${String(microseconds).padStart(6, '0')}`;
  const plural = days === 1n || days === -1n ? '' : 's';
  return `${days === 0n ? '' : `${days} day${plural}, `}${clock}${fraction}`;
}

/** `a - b`. */
export function between(a: DateTime, b: DateTime): Duration {
  return { kind: 'timedelta', micros: BigInt(a.ms - b.ms) * 1000n + BigInt(a.micros - b.micros) };
}
