package io.fdlkeeper.catalog.duckdb.search;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Literals that all stand in each row they are looked for in. Shows the value.
 *
 * <p>In texts a group is looked for if it {@linkplain #isDistinctive() says anything} there; if not, only where the catalog says which
 * column a value is of.
 *
 * @param literals at least one
 */
record LiteralGroup(List<Literal> literals) {

    LiteralGroup {
        literals = List.copyOf(literals);
    }

    /** Tells whether meeting it in a text says anything: a tenant's number alone does not. */
    boolean isDistinctive() {
        return literals.stream().anyMatch(Literal::isDistinctive);
    }

    /** Tells whether the texts of one row show it, each text in any spelling. */
    boolean isIn(Collection<String> texts) {
        Set<String> forms = new LinkedHashSet<>();
        texts.forEach(text -> forms.addAll(SpelledText.forms(text)));
        return isInForms(forms);
    }

    /** Tells whether texts show it that are in every spelling already. */
    boolean isInForms(Collection<String> forms) {
        return literals.stream().allMatch(literal -> forms.stream().anyMatch(literal::isIn));
    }

    /** Never shows its literals. */
    @Override
    public String toString() {
        return "LiteralGroup[" + literals.size() + ", withheld]";
    }
}
