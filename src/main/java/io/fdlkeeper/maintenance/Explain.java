package io.fdlkeeper.maintenance;

import io.fdlkeeper.gc.KeyExplainer;
import io.fdlkeeper.gc.KeyFinding;
import io.fdlkeeper.gc.LedgerUnreadableException;
import io.fdlkeeper.gc.Verdict;
import io.fdlkeeper.repository.Observation;
import io.fdlkeeper.repository.Ref;
import io.fdlkeeper.repository.Refusal;
import io.fdlkeeper.repository.RepositoryView;
import io.fdlkeeper.repository.Version;
import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.retention.RetentionDecider;
import io.fdlkeeper.retention.RetentionDecision;
import io.fdlkeeper.store.ObjectKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Explains one key or version by the very rules of the jobs. Changes nothing and needs no lease. */
public final class Explain {

    private final Workplace workplace;

    public Explain(Workplace workplace) {
        this.workplace = workplace;
    }

    /**
     * Explains a key as it is stored, or a version by its id.
     *
     * @param order its {@code trustAge} and progress count
     */
    public Explanation explain(ManagedRepository repository, String subject, Order order) {
        return VersionId.isValid(subject)
                ? version(repository, new VersionId(subject))
                : key(repository, new ObjectKey(subject), order);
    }

    private Explanation version(ManagedRepository repository, VersionId id) {
        Observation observation = new Looking(workplace, repository).atRoots();
        List<String> sentences = refused("no job would go on", observation.refusals());
        Optional<RepositoryView> view = observation.view();
        Version version = view.map(seen -> seen.versions().get(id)).orElse(null);
        if (view.isEmpty() || version == null) {
            sentences.add("there is no such version in " + repository.location());
            return new Explanation(id.text(), "absent", sentences);
        }
        List<Ref> refs = view.get().refsTo(id);
        sentences.add("its state is " + version.state().name().toLowerCase(Locale.ROOT)
                + (refs.isEmpty()
                        ? ", and no ref names it"
                        : ", and it is named by " + refs.stream().map(Ref::name).toList()));
        version.mark().ifPresent(mark -> sentences.add("it is marked, reason: " + mark.reason()));
        RetentionDecision decision = new RetentionDecider(
                        repository.policy(),
                        run -> workplace.state().runs().find(run).isPresent())
                .decide(
                        view.get(),
                        Collection.holds(workplace, repository),
                        Map.of(),
                        view.get().observedAt());
        return new Explanation(id.text(), verdict(version, decision, sentences), sentences);
    }

    private static String verdict(Version version, RetentionDecision decision, List<String> sentences) {
        VersionId id = version.id();
        if (decision.kept().containsKey(id)) {
            sentences.add("retention keeps it: " + decision.kept().get(id));
            return "keep";
        }
        if (decision.expire().containsKey(id)) {
            sentences.add("retention would expire it: " + decision.expire().get(id));
            return "expire";
        }
        if (decision.unreached().containsKey(id)) {
            sentences.add("no ref reaches it, and such versions are left alone");
            return "unreached";
        }
        if (decision.finish().contains(version)) {
            sentences.add("retention would delete its catalogs, since its mark has stood long enough");
            return "finish";
        }
        return version.state().name().toLowerCase(Locale.ROOT);
    }

    private Explanation key(ManagedRepository repository, ObjectKey key, Order order) {
        Looking.Result result = new Looking(workplace, repository).atEverything(order.progress());
        if (result instanceof Looking.Result.Refused refused) {
            return new Explanation(key.text(), "refused", refused("no collection would go on", refused.refusals()));
        }
        try (Look look = ((Looking.Result.Seen) result).look()) {
            Collection collection = new Collection(workplace, repository, look);
            KeyExplainer explainer =
                    new KeyExplainer(collection.facts(order.trustAge()), look.references(), collection.roots());
            List<Refusal> refusals = explainer.read(repository.store().reader(), order.progress());
            List<String> sentences = refused("no collection would go on", refusals);
            Optional<KeyFinding> finding =
                    explainer.explain(key, workplace.state().ledger());
            if (finding.isEmpty()) {
                sentences.add(
                        repository.store().reader().head(key).isPresent()
                                ? "it lies outside the data folder and outside abandoned versions, where nothing is ever collected"
                                : "there is no such object");
                return new Explanation(
                        key.text(),
                        repository.store().reader().head(key).isPresent() ? "not-collected" : "absent",
                        sentences);
            }
            if (!refusals.isEmpty() && !finding.get().isNamed()) {
                sentences.add("nothing was found to name it, but not everything could be read, so it is kept");
                return new Explanation(key.text(), "refused", sentences);
            }
            sentences.addAll(sentences(finding.get()));
            return new Explanation(key.text(), finding.get().verdict().id(), sentences);
        } catch (LedgerUnreadableException e) {
            return new Explanation(key.text(), "refused", List.of(String.valueOf(e.getMessage())));
        }
    }

    private static List<String> sentences(KeyFinding finding) {
        List<String> sentences = new ArrayList<>();
        sentences.add("it has " + finding.object().bytes() + " bytes and was stored "
                + finding.object().lastModified());
        switch (finding.verdict()) {
            case LIVE -> sentences.add("kept: " + namedBy(finding));
            case HISTORY_ONLY ->
                sentences.add("kept by history only: " + namedBy(finding)
                        + ", but in every one of them a later snapshot ended the row");
            case CANDIDATE -> sentences.add("it may go: nothing names it, and it has waited for long enough");
            default ->
                sentences.add("kept for now (" + finding.verdict().id() + ")"
                        + (finding.detail().isEmpty() ? "" : ": " + finding.detail()));
        }
        if (!finding.verdict().equals(Verdict.LIVE) && finding.naming().isEmpty()) {
            sentences.add(finding.everNamed() ? "a catalog named it once" : "no catalog we read ever named it");
            finding.mayGo()
                    .filter(at -> finding.verdict() != Verdict.CANDIDATE)
                    .ifPresent(at -> sentences.add("if nothing changes it may go after " + at));
        }
        return sentences;
    }

    private static String namedBy(KeyFinding finding) {
        int count = finding.naming().size();
        return count == 0
                ? "a live version means it by another address or spelling"
                : "named by " + count + " live version(s), for example "
                        + finding.naming().stream().sorted().limit(3).toList();
    }

    private static List<String> refused(String what, List<Refusal> refusals) {
        List<String> sentences = new ArrayList<>();
        refusals.forEach(refusal -> sentences.add(what + " (" + refusal.guard().id() + "): " + refusal.detail()));
        return sentences;
    }
}
