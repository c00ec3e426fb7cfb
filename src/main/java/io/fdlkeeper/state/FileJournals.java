package io.fdlkeeper.state;

import com.fasterxml.jackson.databind.ObjectReader;
import io.fdlkeeper.run.Journal;
import io.fdlkeeper.run.JournalEntry;
import io.fdlkeeper.run.Journals;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Journals as files of JSON lines, one for each run; a step intended is a line with an empty result. */
final class FileJournals implements Journals {

    private final StateFolder folder;
    private final Set<Path> open = ConcurrentHashMap.newKeySet();

    /** What a result belongs to. */
    private record Step(String action, String key) {
        static Step of(JournalEntry entry) {
            return new Step(entry.action(), entry.key());
        }
    }

    FileJournals(StateFolder folder) {
        this.folder = folder;
    }

    @Override
    public Journal open(String run) {
        Path file = file(run);
        AppendedFile appended = AppendedFile.open(file);
        open.add(file);
        return new FileJournal(appended, () -> open.remove(file));
    }

    /** Tells whether a run is writing to this file. */
    boolean isOpen(Path file) {
        return open.contains(file);
    }

    @Override
    public List<JournalEntry> results(String run) {
        List<JournalEntry> results = new ArrayList<>();
        forEachResult(run, results::add);
        return results;
    }

    @Override
    public void forEachResult(String run, Consumer<JournalEntry> consumer) {
        forEachLine(run, entry -> {
            if (!entry.result().isEmpty()) {
                consumer.accept(entry);
            }
        });
    }

    @Override
    public List<JournalEntry> unresolved(String run) {
        Map<Step, JournalEntry> open = new LinkedHashMap<>();
        forEachLine(run, entry -> {
            if (entry.result().isEmpty()) {
                open.put(Step.of(entry), entry);
            } else {
                open.remove(Step.of(entry));
            }
        });
        return List.copyOf(open.values());
    }

    @Override
    public void forget(String run) {
        StateFiles.delete(file(run));
    }

    private void forEachLine(String run, Consumer<JournalEntry> consumer) {
        Path file = file(run);
        ObjectReader json = JsonText.MAPPER.readerFor(JournalEntry.class);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            long[] line = {0};
            AppendedFile.forEachLine(channel, AppendedFile.endOfLastLine(channel), (bytes, from, to, offset) -> {
                line[0]++;
                consumer.accept(LineReader.parse(json, bytes, from, to, line[0]));
            });
        } catch (NoSuchFileException e) {
            // A run that never came to a step has no journal.
        } catch (IOException e) {
            throw StateFiles.failed("read", file, e);
        } catch (DamagedFileException e) {
            throw e.of(
                    "the journal",
                    file,
                    "look at what it holds, then move it away; the next run looks at the store itself");
        }
    }

    private Path file(String run) {
        return folder.journals().resolve(StateFolder.fileNameOf(run) + ".jsonl");
    }

    private static final class FileJournal implements Journal {

        private final AppendedFile file;
        private final Runnable closed;

        FileJournal(AppendedFile file, Runnable closed) {
            this.file = file;
            this.closed = closed;
        }

        @Override
        public void intend(List<JournalEntry> steps) {
            write(steps.stream().map(step -> step.with("", "")).toList());
        }

        @Override
        public void record(List<JournalEntry> results) {
            if (results.stream().anyMatch(result -> result.result().isEmpty())) {
                throw new IllegalArgumentException("a step that is recorded has a result");
            }
            write(results);
        }

        @Override
        public synchronized void close() {
            closed.run();
            file.close();
        }

        private synchronized void write(List<JournalEntry> entries) {
            if (!entries.isEmpty()) {
                file.append(LineWriter.lines(entries));
                file.force();
            }
        }
    }
}
