import type { History, PainSignalListItem, SignalStats, Timeline } from '@pain-signals/contract';

/** A picture and its alternative text. */
export interface Chart extends Caption {
  png: Buffer;
}

export interface Caption {
  /** One line, for the file and the block. */
  title: string;
  /** What the picture shows, for its card; empty without data. */
  finding: string;
  /** The finding and its numbers, at most 2,000 characters. */
  altText: string;
  fileName: string;
  /** Equal for equal pictures: each is uploaded once. */
  contentHash: string;
}

/** A signal's name and its own figures of the last two weeks, so that its picture agrees with its card. */
export type SignalFigures = Pick<
  PainSignalListItem,
  'topic' | 'volume' | 'growth' | 'mentionsLastWindow' | 'mentionsPrevWindow'
>;

interface Described {
  /** Sample data, which the picture says. */
  isSample: boolean;
}

/** What is written above every picture: what it shows, not whose it is, which its card says. */
export interface PlotHeading extends Described {
  title: string;
}

/** Daily mentions, their mean of seven days, and this week's days marked. */
export interface TimelineDescription extends Described {
  kind: 'timeline';
  signal: SignalFigures;
  timeline: Timeline;
  /** When the signal's figures were counted, if that is known. */
  countedAt?: string | null | undefined;
}

/** Score, mentions and owners, one point a night. */
export interface HistoryDescription extends Described {
  kind: 'history';
  topic: string;
  history: History;
}

/** Where the mentions come from. */
export interface SourcesDescription extends Described {
  kind: 'sources';
  topic: string;
  stats: Pick<SignalStats, 'totalMentions' | 'sourceDistribution'>;
}

/** Two signals on one scale. */
export interface ComparisonDescription extends Described {
  kind: 'comparison';
  signals: readonly [ComparedTimeline, ComparedTimeline];
}

export interface ComparedTimeline {
  signal: SignalFigures;
  timeline: Timeline;
}

/** A list at a glance, a row for each signal. */
export interface SummaryDescription extends Described {
  kind: 'summary';
  /** The list's title, e.g. `Trending signals`. */
  heading: string;
  /** Signals on all pages. */
  total: number;
  /** Null where the rows have no numbers. */
  firstRank: number | null;
  /** At most ten are drawn. Without a timeline a row has no line. */
  signals: readonly { signal: SignalFigures & Pick<PainSignalListItem, 'score'>; timeline: Timeline | null }[];
}

export type ChartDescription =
  | TimelineDescription
  | HistoryDescription
  | SourcesDescription
  | ComparisonDescription
  | SummaryDescription;
