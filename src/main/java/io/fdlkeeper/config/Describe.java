package io.fdlkeeper.config;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Says in one line what a property means; the configuration reference is made of these. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
@interface Describe {

    String value();
}
